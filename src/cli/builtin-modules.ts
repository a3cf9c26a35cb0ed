/**
 * `process.getBuiltinModule`, where Node.js does not have it yet (before 20.16). The built command gets the modules of
 * Node.js by it (.ci/bundle.js): an import would also load what they load only when it is used, such as `fs.promises`.
 */
export async function provideBuiltinModules(): Promise<void> {
  const { createRequire } = await import("node:module");
  process.getBuiltinModule = createRequire(import.meta.url) as typeof process.getBuiltinModule;
}
