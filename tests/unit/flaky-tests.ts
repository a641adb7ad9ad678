import type { Reporter, TestModule } from 'vitest/node';

/** Lists the tests that passed only when retried, at the end of the run. */
// biome-ignore lint/style/noDefaultExport: Vitest reads the default
export default class FlakyTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const flaky = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `  ${module.relativeModuleId} › ${test.fullName}`),
    );
    if (flaky.length === 0) return;
    const line = '!'.repeat(100);
    console.log(
      [
        '',
        line,
        `${flaky.length} TEST(S) INSTABLE(S), réussi(s) au deuxième essai : à corriger.`,
        ...flaky,
        line,
      ].join('\n'),
    );
  }
}
