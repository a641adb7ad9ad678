// Writes docs/asvs.md: `npm run renew -- asvs`. tests/repository/asvs.test.ts tells when it is stale.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { authentication } from './asvs/authentication.ts';
import { dataAndErrors } from './asvs/data-and-errors.ts';
import { encodingAndValidation } from './asvs/encoding-and-validation.ts';
import { infrastructure } from './asvs/infrastructure.ts';
import { sessionsAndRights } from './asvs/sessions-and-rights.ts';
import { tokens } from './asvs/tokens.ts';
import { webAndFiles } from './asvs/web-and-files.ts';

/** How a requirement is met: exactly one of these. */
type Answer =
  /** Tests that prove it, as « path › name »; « … » stands for a placeholder in the name. */
  | { tests: string[] }
  /** Section of the record that documents it, where documentation is required. */
  | { document: string }
  /** Who is responsible instead, and where that is configured. */
  | { hosted: string }
  /** Why it does not apply. */
  | { none: string }
  /** Why it is not met, deliberately or not yet. */
  | { deviation: string };

/** A requirement of ASVS in our own words. */
type Requirement = { level: 1 | 2; title: string } & Answer;

export type Ledger = Record<string, Requirement>;

export const ASVS_PAGE = 'docs/asvs.md';
/** The record whose sections are the documents that requirements ask for. */
export const ASVS_RECORD = 'docs/decisions/0139-read-against-asvs.md';

/** Requirements of levels 1 and 2: chapter, our own title, and their number in each section. */
export const chapters: readonly [number: number, title: string, sections: Record<number, number>][] = [
  [1, 'Encoding and sanitisation', { 1: 2, 2: 9, 3: 11, 4: 3, 5: 2 }],
  [2, 'Validation and business logic', { 1: 3, 2: 3, 3: 4, 4: 1 }],
  [3, 'The browser', { 2: 2, 3: 4, 4: 6, 5: 5, 7: 2 }],
  [4, 'APIs', { 1: 3, 2: 1, 3: 2, 4: 4 }],
  [5, 'Files', { 1: 1, 2: 3, 3: 2, 4: 3 }],
  [6, 'Authentication', { 1: 3, 2: 12, 3: 4, 4: 4, 5: 5, 6: 3, 8: 4 }],
  [7, 'Sessions', { 1: 3, 2: 4, 3: 2, 4: 5, 5: 2, 6: 2 }],
  [8, 'Authorisation', { 1: 2, 2: 3, 3: 1, 4: 1 }],
  [9, 'Tokens', { 1: 3, 2: 4 }],
  [10, 'OAuth and OpenID Connect', { 1: 2, 2: 2, 3: 4, 4: 11, 5: 5, 6: 2, 7: 3 }],
  [11, 'Cryptography', { 1: 2, 2: 3, 3: 3, 4: 4, 5: 1, 6: 1 }],
  [12, 'Communication', { 1: 3, 2: 2, 3: 4 }],
  [13, 'Configuration', { 1: 1, 2: 5, 3: 2, 4: 5 }],
  [14, 'Data protection', { 1: 2, 2: 4, 3: 3 }],
  [15, 'Architecture', { 1: 3, 2: 3, 3: 7 }],
  [16, 'Logs and errors', { 1: 1, 2: 5, 3: 4, 4: 3, 5: 3 }],
  [17, 'WebRTC', { 1: 1, 2: 4, 3: 2 }],
];

export const ledger: Ledger = {
  ...encodingAndValidation,
  ...webAndFiles,
  ...authentication,
  ...sessionsAndRights,
  ...tokens,
  ...infrastructure,
  ...dataAndErrors,
};

/** Lists the ids of a chapter in order. */
export const idsOf = (chapter: number, sections: Record<number, number>): string[] =>
  Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${chapter}.${section}.${index + 1}`),
  );

const escaped = (text: string) => text.replaceAll('|', '\\|');

function inWords(answer: Requirement): string {
  if ('tests' in answer) {
    return answer.tests
      .map((test) => `\`${test.replace(' › ', '` « ')} »`)
      .map(escaped)
      .join('<br>');
  }
  if ('document' in answer) return `document: « ${answer.document} » of the record`;
  if ('hosted' in answer) return `hosted: ${escaped(answer.hosted)}`;
  if ('none' in answer) return `does not apply: ${escaped(answer.none)}`;
  return `**does not hold**: ${escaped(answer.deviation)}`;
}

export function asvsPage(): string {
  const all = Object.values(ledger);
  const count = (kind: string) => all.filter((requirement) => kind in requirement).length;
  const parts = chapters.map(([chapter, title, sections]) => {
    const rows = idsOf(chapter, sections).flatMap((id) => {
      const requirement = ledger[id];
      return requirement
        ? [`| ${id} | ${requirement.level} | ${requirement.title} | ${inWords(requirement)} |`]
        : [];
    });
    return `## V${chapter}. ${title}\n\n| id | level | requirement | shown by |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return `# Read against OWASP ASVS 5.0

Written by \`npm run renew -- asvs\` from \`tests/asvs.ts\`; a test fails where a requirement has no answer and where a test that
is named here does not exist. Do not edit.

The numbers and levels are those of the OWASP Application Security Verification Standard 5.0.0, levels 1 and 2, © OWASP
Foundation, licensed CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/). The requirements are told in words of
our own, shorter than the standard's; this page is under the same licence. What was decided is in the record
[0139](decisions/0139-read-against-asvs.md).

| of ${all.length} requirements | |
| --- | --- |
| shown by a test | ${count('tests')} |
| a document that is asked for | ${count('document')} |
| done by Supabase or the host | ${count('hosted')} |
| do not apply | ${count('none')} |
| do not hold, and why | ${count('deviation')} |

${parts.join('\n')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(fileURLToPath(new URL(`../${ASVS_PAGE}`, import.meta.url)), asvsPage());
}
