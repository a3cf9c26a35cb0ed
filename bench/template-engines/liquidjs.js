import { Liquid } from "liquidjs";

const liquid = new Liquid();

export default {
  name: "LiquidJS",
  generatesCode: false,
  reference: (name) => `{{ ${name} }}`,
  compile(source) {
    const template = liquid.parse(source);
    return (values) => liquid.renderSync(template, values);
  },
};
