import { Eta } from "eta/core";

const eta = new Eta({ autoEscape: false, autoTrim: false });

export default {
  name: "eta",
  generatesCode: true,
  reference: (name) => `<%= it.${name} %>`,
  compile(source) {
    const render = eta.compile(source);
    return (values) => render.call(eta, values);
  },
};
