import { ok } from 'node:assert/strict';
import type { Answer, Role } from '../engines/engine.ts';

/** Those whom the matrix keeps out of nearly everything. */
export const outsiders: Role[] = ['visitor', 'user'];

/** Fails when an answer carries data of rows; an error message is no row. */
export function mustHoldNoRow(answer: Answer, what: string): void {
  const refused = answer.status >= 400 && answer.status < 500;
  const empty = answer.text === '' || answer.text === '[]';
  ok(refused || empty, `${what}: ${answer.status} ${answer.text.slice(0, 300)}`);
}
