import { compileTemplate } from "../../dist/index.js";
export default {
  name: "compileTemplate",
  generatesCode: false,
  reference: (name) => `\${${name}}`,
  compile(source) {
    const template = compileTemplate(source);
    return (values) => template.resolve(values);
  },
};
