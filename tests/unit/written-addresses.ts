/**
 * Texts of cells, pages and reports, with the addresses that a person reads there, as they are stored, and what has an « @ » and is
 * no address. No address is ever a part of what was written (docs/decisions/0035).
 */
export const writtenAddresses: readonly (readonly [
  text: string,
  addresses: readonly string[],
  refused: readonly string[],
])[] = [
  ["o'neil@riviere.test", ["o'neil@riviere.test"], []],
  ["josee.l'heureux@val-serein.test", ["josee.l'heureux@val-serein.test"], []],
  ['luc.d’amours@riviere.test', [], ['luc.d’amours@riviere.test']],
  ['anne/roy@riviere.test', ['anne/roy@riviere.test'], []],
  ['bob+360@riviere.test', ['bob+360@riviere.test'], []],
  ['a&b=c#d@riviere.test', ['a&b=c#d@riviere.test'], []],
  ['hélène@riviere.test', [], ['hélène@riviere.test']],
  ["Sean O'Neil <o'neil@riviere.test>", ["o'neil@riviere.test"], []],
  ["'anne@riviere.test' <anne@riviere.test>", ['anne@riviere.test'], []],
  ['mailto:dora@riviere.test', ['dora@riviere.test'], []],
  [
    'a@riviere.test, b@riviere.test;c@riviere.test',
    ['a@riviere.test', 'b@riviere.test', 'c@riviere.test'],
    [],
  ],
  ['a@riviere.test/b@riviere.test', ['a@riviere.test', 'b@riviere.test'], []],
  ['a@riviere.test ::: b@riviere.test', ['a@riviere.test', 'b@riviere.test'], []],
  ['(anne@riviere.test).', ['anne@riviere.test'], []],
  ['« anne@riviere.test »', ['anne@riviere.test'], []],
  ['anne@riviere.test.', ['anne@riviere.test'], []],
  ['\u200eanne@riviere.test\u200b', ['anne@riviere.test'], []],
  ['an\u200bne@riviere.test', [], ['an\u200bne@riviere.test']],
  ['bob@québec-ville.test', ['bob@xn--qubec-ville-cbb.test'], []],
  ['max@ville.exampleTél', [], ['max@ville.exampleTél']],
  ['max@ville.exampleTel', [], ['max@ville.exampleTel']],
  ['max@ville.ca418', [], ['max@ville.ca418']],
  ['kim..lee@riviere.test', [], ['kim..lee@riviere.test']],
  ['.leo@riviere.test', [], ['.leo@riviere.test']],
  ['nia@ville,riviere.test', [], ['nia@ville']],
  ['oli @riviere.test', [], ['@riviere.test']],
  ['eve@riviere', [], ['eve@riviere']],
  ['jo@riviere.test#mailto:jo@riviere.test#', [], ['jo@riviere.test#mailto', 'jo@riviere.test#']],
];
