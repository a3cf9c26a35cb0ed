/** The configuration of the tests with many mutants in each source; see quick.ts. */
import config from "../../vitest.config.ts";

export default {
  ...config,
  test: {
    ...config.test,
    reporters: ["dot"],
    dangerouslyIgnoreUnhandledErrors: true,
    projects: config.test.projects.map((project) => {
      const { test, ...rest } = project;
      // The tests of this tool switch on mutants of their own, which have the same numbers.
      const exclude = [...test.exclude, "test/mutants/**"];
      // A process for each file: a mutant can leave a process in a state in which other tests fail.
      const changed = { exclude, runner: "./test/mutants/switching-runner.ts", pool: "forks", isolate: true };
      return { ...rest, test: { ...test, ...changed, testTimeout: 3_600_000, hookTimeout: 600_000 } };
    }),
  },
};
