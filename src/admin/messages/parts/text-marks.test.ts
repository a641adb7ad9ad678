import { PREHEADER } from '@message/message-marks.ts';
import { expect, it } from 'vitest';
import { type Edit, insertBlock, setPreheader, toggleList, toggleMark } from './text-marks';

/** Parses « un |deux| » as a selection. */
function selectionIn(marked: string) {
  const [before = '', inner = '', after] = marked.split('|');
  const text = after === undefined ? before + inner : before + inner + after;
  return { text, start: before.length, end: before.length + (after === undefined ? 0 : inner.length) };
}

/** Returns the text after the change, with the selection between bars. */
function applyEdit(text: string, { from, to, insert, start, end }: Edit): string {
  const changed = text.slice(0, from) + insert + text.slice(to);
  return `${changed.slice(0, start)}|${changed.slice(start, end)}|${changed.slice(end)}`;
}

it.each([
  ['un |deux| trois', '**', 'un **|deux|** trois'],
  ['un **|deux|** trois', '**', 'un |deux| trois'],
  ['un **|deux|** trois', '*', 'un ***|deux|*** trois'],
  ['un |deux |trois', '*', 'un *|deux|* trois'],
  ['un |', '**', 'un **|texte|**'],
] as const)('%s marked %s', (marked, mark, expected) => {
  const selection = selectionIn(marked);
  expect(applyEdit(selection.text, toggleMark(selection, mark))).toBe(expected);
});

it.each([
  ['avant\n|un\ndeux|\naprès', 'numbers', 'avant\n1. un\n2. deux||\naprès'],
  ['|1. un\n2. deux|', 'numbers', 'un\ndeux||'],
  ['|1. un\n2. deux|', 'bullets', '- un\n- deux||'],
] as const)('%j as a list of %s', (marked, kind, expected) => {
  const selection = selectionIn(marked);
  expect(applyEdit(selection.text, toggleList(selection, kind))).toBe(expected);
});

it('a block stands after the line of the cursor, between blank lines', () => {
  const selection = selectionIn('**Bonj|our**,\nsuite');
  expect(
    applyEdit(selection.text, insertBlock({ ...selection, end: selection.start }, '[[B]](https://a.test)')),
  ).toBe('**Bonjour**,\n\n[[B]](https://a.test)\n\n||suite');
});

it('a preheader takes the place of the former one, and goes with it', () => {
  const text = '[aperçu: un]\n\nBonjour';
  expect(applyEdit(text, setPreheader(text, 'deux', PREHEADER))).toBe('[aperçu: deux]\n\n||Bonjour');
  expect(applyEdit(text, setPreheader(text, '', PREHEADER))).toBe('||Bonjour');
  expect(applyEdit('Bonjour', setPreheader('Bonjour', 'un', PREHEADER))).toBe('[aperçu: un]\n\n||Bonjour');
});
