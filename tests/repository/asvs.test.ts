import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ASVS_PAGE, ASVS_RECORD, asvsPage, chapters, idsOf, ledger } from '../asvs.ts';

const answers = Object.entries(ledger);
const namedTests = answers.flatMap(([id, answer]) =>
  'tests' in answer ? answer.tests.map((test) => [id, test]) : [],
);

/** Replaces the placeholders of template strings in a source by « … ». */
const filledIn = (source: string) => source.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…');

/** Tells whether a source has a test or check of that exact name: the literal that begins a call or follows `name:`. */
function isNamedIn(source: string, name: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    const literal = `${quote}${name.replaceAll(quote, `\\${quote}`)}${quote}`;
    for (let at = source.indexOf(literal); at >= 0; at = source.indexOf(literal, at + 1)) {
      if (/(\(|name:|\bwhat:)\s*$/.test(source.slice(Math.max(0, at - 60), at))) return true;
    }
    return false;
  });
}

describe('the ledger of OWASP ASVS 5.0, levels 1 and 2', () => {
  it('answers each of its 253 requirements, and no other', () => {
    const ids = chapters.flatMap(([chapter, , sections]) => idsOf(chapter, sections));
    expect(ids).toHaveLength(253);
    expect(Object.keys(ledger).sort()).toEqual(ids.toSorted());
  });

  it('names tests that exist', () => {
    const missing = namedTests.filter(([, test = '']) => {
      const [file = '', name = ''] = test.split(' › ');
      return !existsSync(file) || !isNamedIn(filledIn(readFileSync(file, 'utf8')), name);
    });
    expect(missing).toEqual([]);
    expect(namedTests.length).toBeGreaterThan(100);
  });

  it('finds no test by a part of its name, or by a text that is none', () => {
    const source = "it('opens the page', () => {\n  expect(text).toBe(heading, 'a heading');\n});";
    expect(isNamedIn(source, 'opens the page')).toBe(true);
    expect(isNamedIn(source, 'opens the')).toBe(false);
    expect(isNamedIn(source, 'a heading')).toBe(false);
  });

  it('names parts of the record that exist', () => {
    const record = readFileSync(ASVS_RECORD, 'utf8');
    const missing = answers.filter(
      ([, answer]) => 'document' in answer && !record.includes(`\n## ${answer.document}\n`),
    );
    expect(missing.map(([id]) => id)).toEqual([]);
  });

  it('leaves no reason empty', () => {
    const words = (answer: (typeof ledger)[string]) =>
      'hosted' in answer
        ? answer.hosted
        : 'none' in answer
          ? answer.none
          : 'deviation' in answer
            ? answer.deviation
            : 'shown';
    expect(
      answers.filter(([, answer]) =>
        'tests' in answer ? answer.tests.length === 0 : words(answer).length < 5,
      ),
    ).toEqual([]);
  });

  it('has the page that it writes', () => {
    const isSame = readFileSync(ASVS_PAGE, 'utf8') === asvsPage();
    expect(isSame, '`npm run renew -- asvs` writes it anew').toBe(true);
  });
});
