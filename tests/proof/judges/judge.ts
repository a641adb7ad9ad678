import type { Things } from './things/things.ts';

/** Something that a judge says against what it was given. */
export type Finding = {
  /** Short name of the rule, as the judge gives it. */
  rule: string;
  /** The thing that it was found in: a page, a message, a file. */
  where: string;
  message: string;
};

/** What a judge was given (noun → how many), and what it said. */
export type Verdict = { judged: Record<string, number>; findings: Finding[] };

/** A program of somebody else that reads what the product makes. */
export type Judge = {
  name: string;
  /** What it is asked, for docs/judges.md. */
  question: string;
  /** Its version; `undefined` where this machine does not have it. */
  version: () => Promise<string | undefined>;
  ask: (things: Things) => Promise<Verdict>;
};

/** What is wrong when a value that a judge read back is not the one that was written; none when it is. */
export function differs(rule: string, where: string, written: unknown, read: unknown): Finding[] {
  const [expected, received] = [JSON.stringify(written), JSON.stringify(read)];
  return expected === received ? [] : [{ rule, where, message: `wrote ${expected}, read ${received}` }];
}
