/** Pods: what each container of one will see. */

export type * from "./objects.ts";
export type * from "./types.ts";
