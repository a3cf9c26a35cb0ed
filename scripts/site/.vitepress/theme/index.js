/** The default theme, with system fonts, the colors of the playground, and a landing page with its content in `main`. */
import { Content } from "vitepress";
import DefaultTheme, { VPFeatures, VPHomeContent, VPHomeHero } from "vitepress/theme-without-fonts";
import { h } from "vue";
import "./style.css";

const landing = () => h("main", [h(VPHomeHero), h(VPHomeContent, () => h(Content))]);

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("Landing", landing);
    app.component("Features", VPFeatures);
  },
};
