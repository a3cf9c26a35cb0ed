/** What a JavaScript host calls. */
export * from "./scanners";
export { copyString, scanTemplateString } from "./template/js-string";
