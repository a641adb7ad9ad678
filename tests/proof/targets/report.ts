import type { Verdict } from './prove.ts';

const outcomes = ['passed', 'failed', 'not shown'] as const;

/** Formats a target's counts for each suite, the failures, and the number of checks that it cannot run, by reason. */
export function report(target: string, verdicts: Verdict[]): string {
  const names = [...new Set(verdicts.map(({ suite }) => suite))];
  const lines = [...names, 'all'].map((suite) => {
    const of = verdicts.filter((verdict) => suite === 'all' || verdict.suite === suite);
    const [passed = 0, failed = 0, hidden = 0] = outcomes.map(
      (outcome) => of.filter((verdict) => verdict.outcome === outcome).length,
    );
    const counts = [passed + failed, passed, failed, hidden].map((count) => String(count).padStart(10));
    return `${suite.padEnd(14)}${counts.join('')}`;
  });
  const heading = `${''.padEnd(14)}${['run', 'passed', 'failed', 'not shown'].map((word) => word.padStart(10)).join('')}`;
  const failures = verdicts.flatMap((verdict) =>
    verdict.outcome === 'failed' ? [`  failed: ${verdict.check}\n    ${firstLine(verdict.reason)}`] : [],
  );
  const reasons = verdicts.flatMap((verdict) => (verdict.outcome === 'not shown' ? [verdict.reason] : []));
  const hidden = [...new Set(reasons)].map(
    (reason) => `  not shown: ${reasons.filter((one) => one === reason).length}, ${reason}`,
  );
  return [`\n${target}`, heading, ...lines, ...failures, ...hidden].join('\n');
}

/** Lists the checks on which two targets disagree. */
export function differences(targets: [name: string, verdicts: Verdict[]][]): string[] {
  const [first, ...others] = targets;
  if (!first) return [];
  const [name, verdicts] = first;
  const expected = new Map(verdicts.map((verdict) => [verdict.check, verdict]));
  return others.flatMap(([other, found]) =>
    found.flatMap((verdict) => {
      const known = expected.get(verdict.check);
      if (!known || known.outcome === verdict.outcome) return [];
      if (known.outcome === 'not shown' || verdict.outcome === 'not shown') return [];
      return [`${verdict.check}: ${known.outcome} on ${name}, ${verdict.outcome} on ${other}`];
    }),
  );
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
