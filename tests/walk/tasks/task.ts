import type { StackInfo } from '../../support/stack.ts';
import type { Hand } from './hand.ts';

/** One of the tasks of a day's work. */
export type Task = {
  number: number;
  title: string;
  /** Where it begins, and what is there already: printed under the table. */
  begins: string;
  /** Presses at most; none for what is only compared. */
  most?: number;
  /** Arranges what the task needs past the screens, then does it by what is on them. */
  run: (hand: Hand, studio: { info: StackInfo }) => Promise<void>;
};

/** Part of names and addresses that no other run has. */
export const mark = () => crypto.randomUUID().slice(0, 8);

/** Opens « Aujourd’hui », where a day begins. */
export const openToday = (hand: Hand, { info }: { info: StackInfo }) => hand.start(`${info.webUrl}/admin`);
