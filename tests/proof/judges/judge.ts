import type { Things } from './things/things.ts';

/** A finding of a judge. */
export type Finding = {
  /** Short name of the rule, as the judge gives it. */
  rule: string;
  /** Page, message or file with the finding. */
  where: string;
  message: string;
};

/** Numbers of inputs by kind, and the findings. */
export type Verdict = { judged: Record<string, number>; findings: Finding[] };

/** A third-party program that checks what the product makes. */
export type Judge = {
  name: string;
  /** The question that it answers, for docs/judges.md. */
  question: string;
  /** Its version; `undefined` where this machine does not have it. */
  version: () => Promise<string | undefined>;
  ask: (things: Things) => Promise<Verdict>;
};

/** Returns a finding when the value that a judge read differenceOf from the written one. */
export function differenceOf(rule: string, where: string, written: unknown, read: unknown): Finding[] {
  const [expected, received] = [JSON.stringify(written), JSON.stringify(read)];
  return expected === received ? [] : [{ rule, where, message: `wrote ${expected}, read ${received}` }];
}
