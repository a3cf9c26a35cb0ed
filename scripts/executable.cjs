/** The main program of the executable. It loads the files of the command, which are assets of the executable. */
const { constants, compileFunction } = require("node:vm");
const { basename } = require("node:path");
const { getAsset } = require("node:sea");

const modules = new Map();

function load(name) {
  if (name === "node:module") return { ...require(name), createRequire: () => load };
  if (!/^[.#]/.test(name)) return require(name);
  const filename = name.startsWith("#") ? `${name.slice(1)}.js` : basename(name);
  let module = modules.get(filename);
  if (module === undefined) {
    module = { exports: {} };
    modules.set(filename, module);
    const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
    const parameters = ["exports", "require", "module", "__filename"];
    const run = compileFunction(getAsset(filename, "utf8"), parameters, { filename, importModuleDynamically });
    run(module.exports, load, module, process.execPath);
  }
  return module.exports;
}

load("./binary.js");
