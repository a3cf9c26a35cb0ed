import Handlebars from "handlebars";

export default {
  name: "Handlebars",
  generatesCode: true,
  reference: (name) => `{{${name}}}`,
  compile: (source) => Handlebars.compile(source, { noEscape: true }),
};
