import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Answered } from './answers.ts';
import type { Judge } from './judge.ts';

export const JUDGES_PAGE = 'docs/judges.md';
const root = new URL('../../../', import.meta.url);
const page = fileURLToPath(new URL(JUDGES_PAGE, root));
const RESULTS_FILE = fileURLToPath(new URL('said.json', import.meta.url));

/** Result of running a judge; without a version, this machine does not have it. */
type JudgeResult = {
  question: string;
  date: string;
  version?: string;
  judged?: Record<string, number>;
} & Partial<Answered>;

const readSaid = (): Record<string, JudgeResult> => JSON.parse(readFileSync(RESULTS_FILE, 'utf8'));

/** Stores a judge's latest result and rewrites the page. */
export function record(judges: readonly Judge[], name: string, said: Omit<JudgeResult, 'question'>): void {
  const all = readSaid();
  const known = judges.flatMap((judge) => {
    const last = judge.name === name ? said : all[judge.name];
    return last ? [[judge.name, { ...last, question: judge.question }]] : [];
  });
  writeFileSync(RESULTS_FILE, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`);
  writeFileSync(page, judgesPage());
}

const row = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;

function section([name, said]: [string, JudgeResult]): string {
  const { question, date, version, judged = {}, answered = [], unanswered = [] } = said;
  const head = `## ${name}\n\n${question}\n\n`;
  if (!version) return `${head}**It was not asked: the machine of ${date} does not have it.**\n`;
  const counts = Object.entries(judged).map(([noun, count]) => `${count} ${noun}`);
  const given = `Version ${version}, ${date}: ${counts.join(', ')}. `;
  if (answered.length + unanswered.length === 0) return `${head}${given}It finds nothing.\n`;
  const lines = [
    ...answered.map(({ rule, count, where, answer }) => [`\`${rule}\``, String(count), where, answer]),
    ...unanswered.map(({ rule, count, where, message }) => [
      `\`${rule}\``,
      String(count),
      where,
      `**Not answered**: ${message}`,
    ]),
  ];
  const table = [
    row(['it says', 'times', 'as in', 'our answer']),
    row(['---', '---:', '---', '---']),
    ...lines.map(row),
  ];
  return `${head}${given}It disagrees:\n\n${table.join('\n')}\n`;
}

/** Formats the page from the latest results. */
export function judgesPage(): string {
  return `# What strangers say of it

Written by \`npm run proof -- judges\`: do not edit. Programs of others read what the product makes by its own code: the built
site, e-mails as a mail server gets them, documents, exports, ZIPs, the database. What one of them says and nobody has answered in
\`tests/proof/judges/answer-table.ts\` makes that command fail, and so does an answer that nobody asks for any more. Each judge
replaces its part; a program that a machine does not have is named and left out. Nobody can be asked about PDF/UA as a whole: veraPDF
is in neither Debian nor the npm registry. What leaves here is signed (DKIM) by the provider, or not at all.

${Object.entries(readSaid()).map(section).join('\n')}`;
}
