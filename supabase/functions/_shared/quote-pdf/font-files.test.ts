import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';
import { expect, it } from 'vitest';

const require = createRequire(import.meta.url);

const families = {
  figtreeRegular: '@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf',
  figtreeSemiBold: '@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf',
  bricolageSemiBold: '@expo-google-fonts/bricolage-grotesque/600SemiBold/BricolageGrotesque_600SemiBold.ttf',
  canadianAboriginal:
    '@expo-google-fonts/noto-sans-canadian-aboriginal/400Regular/NotoSansCanadianAboriginal_400Regular.ttf',
  dejaVuSans: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
};
type Family = keyof typeof families;

const bytesOf = (family: Family) => readFileSync(require.resolve(families[family]));

const headingOf = (what: string) => `/**
 * ${what}, as base64: the one form that both runtimes read without a file system. Written by
 * \`npx vitest run --project node font-files -u\` from the packages of the fonts, as they are. Figtree (Erik Kennedy),
 * Bricolage Grotesque (Mathieu Triay) and Noto Sans Canadian Aboriginal are under the SIL Open Font License 1.1, DejaVu Sans
 * under the Bitstream Vera licence.
 */
`;

const files: [path: string, what: string, names: Family[]][] = [
  [
    './font-files.ts',
    'The fonts of the printed documents',
    ['figtreeRegular', 'figtreeSemiBold', 'bricolageSemiBold', 'canadianAboriginal'],
  ],
  ['./sign-font-file.ts', 'The font of the signs that the other fonts lack', ['dejaVuSans']],
];

it.each(files)('%s holds the fonts of the packages, as they are', async (path, what, names) => {
  const constants = names.map((name) => `export const ${name} =\n  '${bytesOf(name).toString('base64')}';\n`);
  await expect(`${headingOf(what)}\n${constants.join('\n')}`).toMatchFileSnapshot(path);
});

/** Characters that are never printed: control, format, private and unassigned ones, and variation selectors. */
const unprinted = /[\p{C}\p{Variation_Selector}]/u;
/** Right-to-left scripts, which a line of several fonts would print in the wrong order. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}]/u;

/** Lists the characters that all of these fonts have. */
function charactersOf(...names: Family[]): number[] {
  const [first = [], ...others] = names.map((name) => {
    const font = create(bytesOf(name));
    return 'characterSet' in font ? font.characterSet : [];
  });
  return first
    .filter((code) => others.every((set) => set.includes(code)))
    .filter((code) => {
      const character = String.fromCodePoint(code);
      return !unprinted.test(character) && !rightToLeft.test(character);
    })
    .sort((one, other) => one - other);
}

/** Formats code points as the ranges of a regular expression's character class. */
function rangesOf(codes: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  const escaped = (code: number) => `\\u{${code.toString(16)}}`;
  return ranges
    .map(([from, to]) => (from === to ? escaped(from) : `${escaped(from)}-${escaped(to)}`))
    .join('');
}

const RANGES = `/**
 * The characters that the fonts of printed documents have, as classes of regular expressions. Written by
 * \`npx vitest run --project node font-files -u\` from the fonts themselves.
 */
`;

it('knows the characters of the fonts', async () => {
  const sets = {
    own: charactersOf('figtreeRegular', 'figtreeSemiBold', 'bricolageSemiBold'),
    aboriginal: charactersOf('canadianAboriginal'),
    other: charactersOf('dejaVuSans'),
  };
  const known = new Set(sets.own);
  const lines = Object.entries(sets).map(([name, codes]) => {
    const added = name === 'own' ? codes : codes.filter((code) => !known.has(code));
    for (const code of added) known.add(code);
    return `  ${name}: String.raw\`${rangesOf(added)}\`,`;
  });
  await expect(`${RANGES}export const fontCharacters = {\n${lines.join('\n')}\n};\n`).toMatchFileSnapshot(
    '../contract/font-characters.ts',
  );
});
