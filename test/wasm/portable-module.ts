/** Replaces the modules of the scanners in the tests of the scanners in JavaScript. */
import makeScanners from "../../src/wasm/embedded-portable.js";

export { makeScanners as all, makeScanners as dotenv, makeScanners as expansion };
