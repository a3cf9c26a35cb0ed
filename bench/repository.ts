/** Where the repository is: this folder and the bundle's (build/) both stand in it. */
import { fileURLToPath } from "node:url";

export const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));
