import { type Answer, answers } from './answer-table.ts';
import type { Finding, Verdict } from './judge.ts';

/** A disagreement, however often it was said. */
type Grouped = { rule: string; count: number; where: string; message: string };

/** The findings of a judge, those that an answer is for apart. */
export type Answered = { answered: (Grouped & { answer: string })[]; unanswered: Grouped[] };

/** What is wrong with the asking itself. */
type Faults = {
  /** Answers to what the judge does not say any more. */
  unused: string[];
  /** What the judge should have been given and was not. */
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

/** Answers what a judge said. */
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
  // What a message quotes differs with each place.
  const kindOf = ({ rule, message }: Finding) => `${rule}\n${message.replace(/“.*?”|".*?"|'.*?'|\d+/g, '…')}`;
  return {
    answered: [...closed].map(([{ answer }, group]) => ({ ...group, answer })),
    unanswered: [...grouped(open, kindOf).values()],
    unused: known.filter((answer) => !closed.has(answer)).map(({ answer }) => answer),
    empty: Object.keys(judged).filter((noun) => judged[noun] === 0),
  };
}
