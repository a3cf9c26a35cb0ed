import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createContext, runInContext } from "node:vm";

// In a context of its own: Nunjucks creates an object that inherits from `String.prototype`, after which V8 takes 4 times as long
// to read a character, also for the other engines.
const file = createRequire(import.meta.url).resolve("nunjucks/browser/nunjucks.js");
const context = createContext({ window: {}, setTimeout });
runInContext(readFileSync(file, "utf8"), context);
const nunjucks = context.window.nunjucks ?? context.nunjucks;
const environment = new nunjucks.Environment(null, { autoescape: false });

export default {
  name: "Nunjucks",
  generatesCode: true,
  reference: (name) => `{{ ${name} }}`,
  compile(source) {
    const template = new nunjucks.Template(source, environment, undefined, true);
    return (values) => template.render(values);
  },
};
