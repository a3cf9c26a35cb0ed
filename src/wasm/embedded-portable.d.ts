/** The scanners in JavaScript, which scripts/build.js generates. */
import type { MakeScanners } from "./instance.ts";

declare const makeScanners: MakeScanners;
export default makeScanners;
