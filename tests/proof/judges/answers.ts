import { type Answer, answers } from './answer-table.ts';
import type { Finding, Verdict } from './judge.ts';

/** Equal findings, with their number. */
type Grouped = { rule: string; count: number; where: string; message: string };

/** A judge's findings, separated by whether they have an answer. */
export type Answered = { answered: (Grouped & { answer: string })[]; unanswered: Grouped[] };

/** Mistakes in how a judge was used. */
type Faults = {
  /** Answers that match no finding any more. */
  unused: string[];
  /** Kinds of input that were empty. */
  empty: string[];
};

function grouped<Key>(findings: readonly Finding[], keyOf: (finding: Finding) => Key): Map<Key, Grouped> {
  const groups = new Map<Key, Grouped>();
  for (const finding of findings) {
    const key = keyOf(finding);
    groups.set(key, { ...finding, ...groups.get(key), count: (groups.get(key)?.count ?? 0) + 1 });
  }
  return groups;
}

/** Matches a judge's findings with the answers. */
export function answersOf(judge: string, { judged, findings }: Verdict): Answered & Faults {
  const known = answers[judge] ?? [];
  const answerTo = (finding: Finding) =>
    known.find(
      ({ rule, message, where }) =>
        rule.test(finding.rule) &&
        message?.test(finding.message) !== false &&
        where?.test(finding.where) !== false,
    );
  const open = findings.filter((finding) => !answerTo(finding));
  const closed = grouped(
    findings.filter((finding) => answerTo(finding)),
    (finding) => answerTo(finding) as Answer,
  );
  // Quoted parts of a message differ with the place, and are ignored.
  const kindOf = ({ rule, message }: Finding) => `${rule}\n${message.replace(/“.*?”|".*?"|'.*?'|\d+/g, '…')}`;
  return {
    answered: [...closed].map(([{ answer }, group]) => ({ ...group, answer })),
    unanswered: [...grouped(open, kindOf).values()],
    unused: known.filter((answer) => !closed.has(answer)).map(({ answer }) => answer),
    empty: Object.keys(judged).filter((noun) => judged[noun] === 0),
  };
}
