/** One `replaceAll` with a regular expression, which parses the text each time. */
export default {
  name: "replaceAll",
  generatesCode: false,
  reference: (name) => `$(${name})`,
  compile: (source) => (values) => source.replaceAll(/\$\(([^)]*)\)/g, (_reference, name) => values[name]),
};
