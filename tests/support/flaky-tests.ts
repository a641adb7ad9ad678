import { stripVTControlCharacters } from 'node:util';
import type { FullResult, Reporter, Suite } from '@playwright/test/reporter';

/** Lists the tests that passed only on a retry at the end of the report, so that races stay visible. */
// biome-ignore lint/style/noDefaultExport: Playwright reads the default
export default class FlakyTests implements Reporter {
  private all: Suite | undefined;

  onBegin(_config: unknown, all: Suite) {
    this.all = all;
  }

  onEnd(_result: FullResult) {
    const flaky = this.all?.allTests().filter((test) => test.outcome() === 'flaky') ?? [];
    if (flaky.length === 0) return;
    const line = '!'.repeat(100);
    const lines = flaky.map((test) => {
      const { error, status } = test.results[0] ?? {};
      const why = stripVTControlCharacters(error?.message ?? status ?? '').split('\n')[0];
      return `  ${test.location.file}:${test.location.line} › ${test.title}\n    ${why}`;
    });
    console.log(
      [
        ...[
          '',
          line,
          `${flaky.length} TEST(S) INSTABLE(S), réussi(s) au deuxième essai seulement : à corriger.`,
        ],
        ...[...lines, line],
      ].join('\n'),
    );
  }

  printsToStdio() {
    return false;
  }
}
