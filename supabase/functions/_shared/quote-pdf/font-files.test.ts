import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

const require = createRequire(import.meta.url);

const families: Record<string, string> = {
  figtreeRegular: '@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf',
  figtreeSemiBold: '@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf',
  bricolageSemiBold: '@expo-google-fonts/bricolage-grotesque/600SemiBold/BricolageGrotesque_600SemiBold.ttf',
};

const HEADING = `/**
 * The fonts of the printed documents, as base64: the one form that both runtimes read without a file system. Written
 * by \`npx vitest run --project node font-files -u\` from the packages of Expo, which hold the whole files of Google Fonts.
 * Figtree (Erik Kennedy) and Bricolage Grotesque (Mathieu Triay) are under the SIL Open Font License 1.1.
 */
`;

it('holds the fonts of the packages, as they are', async () => {
  const constants = Object.entries(families).map(
    ([name, file]) =>
      `export const ${name} =\n  '${readFileSync(require.resolve(file)).toString('base64')}';\n`,
  );
  await expect(`${HEADING}\n${constants.join('\n')}`).toMatchFileSnapshot('./font-files.ts');
});
