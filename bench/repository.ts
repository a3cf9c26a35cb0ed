/** The repository's folder: this file and its bundle (in build/) are both one folder below it. */
import { fileURLToPath } from "node:url";

export const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));
