import type { StackInfo } from '../../support/stack.ts';
import type { Hand } from './hand.ts';

/** One of the tasks of a day's work. */
export type Task = {
  number: number;
  title: string;
  /** Where it begins, and what exists already, printed under the table. */
  begins: string;
  /** Limit on presses; none for what is only compared. */
  most?: number;
  /** Inserts what the task needs, then does the task on the screens. */
  run: (hand: Hand, studio: { info: StackInfo }) => Promise<void>;
};

/** Makes a part of names and addresses that is unique to this run. */
export const mark = () => crypto.randomUUID().slice(0, 8);

/** Opens « Aujourd’hui », where a day begins. */
export const openToday = (hand: Hand, { info }: { info: StackInfo }) => hand.start(`${info.webUrl}/admin`);
