import Mustache from "mustache";

const config = { escape: String };

export default {
  name: "Mustache",
  generatesCode: false,
  reference: (name) => `{{${name}}}`,
  compile(source) {
    Mustache.parse(source);
    return (values) => Mustache.render(source, values, undefined, config);
  },
};
