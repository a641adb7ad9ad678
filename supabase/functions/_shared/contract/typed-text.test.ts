import { expect, it } from 'vitest';
import { isOneLineText, multiLine, singleLine, visibleLine } from './typed-text.ts';

it.each(['\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
  'a line of several ends with %j, and one line has a space there',
  (end) => {
    expect(multiLine(`Bonjour,${end}Ligne deux`)).toBe('Bonjour,\nLigne deux');
    expect(singleLine(`Bonjour,${end}Ligne deux`)).toBe('Bonjour, Ligne deux');
    expect(isOneLineText(singleLine(`a${end}b`))).toBe(true);
  },
);

it('keeps the tabs of several lines, and no other control character', () => {
  expect(multiLine('\u0000a\tb\u0007')).toBe('a\tb');
  expect(singleLine('a\tb\u0007c')).toBe('a b c');
});

it('has the bullets of Word as signs that every font has', () => {
  expect(multiLine('\uf0b7 un\n\uf0fc deux')).toBe('• un\n✔ deux');
  expect(singleLine('\uf0e0 trois \uf123')).toBe('→ trois \uf123');
});

const emojis = [
  '👨\u200d👩\u200d👧',
  '❤\ufe0f\u200d🔥',
  '👩🏽\u200d💻',
  '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  '🇨🇦',
  '⚜\ufe0f',
];

it.each(emojis)('keeps %s whole', (emoji) => {
  const name = `Anne ${emoji} Roy`;
  expect([singleLine(name), visibleLine(name), isOneLineText(name)]).toEqual([name, name, true]);
  expect(visibleLine(emoji)).toBe(emoji);
});

it.each([
  'Anne\u200d Roy',
  '👩\u200d Roy',
  'An\u200bne',
  '\u200d\u2060👩',
  '🏴\u{e0067}',
  '👩\u200d\u200d👧',
  '\u{e0067}\u{e007f}',
])('refuses the marks of %j that nobody sees, and files have them taken out', (text) => {
  expect(isOneLineText(text)).toBe(false);
  expect(isOneLineText(visibleLine(text))).toBe(true);
});
