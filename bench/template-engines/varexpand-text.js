import { compileText } from "../../dist/index.js";

export default {
  name: "compileText",
  generatesCode: false,
  reference: (name) => `$(${name})`,
  compile(source) {
    const text = compileText(source);
    return (values) => text.expand(values);
  },
  compileBytes(source) {
    const text = compileText(source);
    return (values) => text.expandBytes(values);
  },
};
