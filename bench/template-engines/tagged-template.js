/** What a tagged template does: literals and values in turn. */
export default {
  name: "tagged template",
  generatesCode: false,
  reference: (name) => `$(${name})`,
  compile(source) {
    const parts = source.split(/\$\(([^)]*)\)/);
    const literals = parts.filter((_, i) => i % 2 === 0);
    const names = parts.filter((_, i) => i % 2 === 1);
    return (values) => {
      let output = literals[0];
      for (let i = 0; i < names.length; i++) output += values[names[i]] + literals[i + 1];
      return output;
    };
  },
};
