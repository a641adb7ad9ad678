import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding, Judge } from '../judge.ts';
import { run, versionOf } from '../programs.ts';

/** Score of a rule worth reporting; a total of five marks a message as spam. */
const MIN_SCORE = 0.5;

/** Matches a line of the report: score, rule, description. */
const RULE = /^\s*(-?\d+\.\d) ([A-Z]\w+)\s+(.*)$/gm;

/** SpamAssassin scores messages as a municipality's mail server does, without the network. */
export const spamassassin: Judge = {
  name: 'SpamAssassin',
  question: `Which rules give an e-mail ${MIN_SCORE} points or more (5 make it spam), without asking the network?`,
  version: () => versionOf('spamassassin', '--version'),
  ask: async (things) => {
    const mails = await things.mails();
    const home = mkdtempSync(join(tmpdir(), 'territoire-360-spam-'));
    const findings: Finding[] = [];
    try {
      // The report's order differenceOf, so each message is numbered in a header.
      const mailbox = mails.map(({ name, raw }) => {
        const text = readFileSync(raw.file, 'utf8')
          .replaceAll('\r\n', '\n')
          .replace(/^From /gm, '>From ');
        return `From studio@exemple.test Thu Jan  1 00:00:00 1970\nX-Thing: ${name}\n${text}\n`;
      });
      const { stdout, stderr } = await run('spamassassin', ['-L', '-t', '-x', '--mbox'], {
        input: mailbox.join(''),
        env: { ...process.env, HOME: home },
      });
      const [first = '', ...reports] = stdout.split('Content analysis details:');
      if (reports.length !== mails.length) throw new Error(`${reports.length} reports: ${stderr}`);
      reports.forEach((report, index) => {
        const message = index === 0 ? first : (reports[index - 1] ?? '');
        const where = /^X-Thing: (\S+)/m.exec(message)?.[1] ?? '?';
        for (const [, points, rule = '', words = ''] of report.matchAll(RULE))
          if (Number(points) >= MIN_SCORE)
            findings.push({ rule, where, message: `${points} points: ${words}` });
      });
    } finally {
      rmSync(home, { recursive: true });
    }
    return { judged: { 'e-mails': mails.length }, findings };
  },
};
