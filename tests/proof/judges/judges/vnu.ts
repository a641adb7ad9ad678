import { join } from 'node:path';
import type { Finding, Judge } from '../judge.ts';
import { has, packageFolder, run, versionOf } from '../programs.ts';
import type { Thing } from '../things/things.ts';

const jarVersion = '26.9.27';

type Message = { type: string; url: string; message: string; subType?: string; extract?: string };

const jar = async () => {
  const folder = has('java') ? await packageFolder('vnu-jar', jarVersion) : undefined;
  return folder && join(folder, 'build', 'dist', 'vnu.jar');
};

async function read(file: string, kind: string, things: readonly Thing[]): Promise<Finding[]> {
  const names = new Map(things.map((thing) => [thing.file, thing.name]));
  const parameters = ['-jar', file, `--${kind}`, '--format', 'json', '--exit-zero-always', ...names.keys()];
  const { stderr } = await run('java', parameters);
  const { messages } = JSON.parse(stderr) as { messages: Message[] };
  return messages.map(({ url, message, type, subType }) => {
    const path = decodeURIComponent(url.replace(/^file:(?:\/\/(?=\/))?/, ''));
    return { rule: `${kind} ${subType ?? type}`, where: names.get(path) ?? path, message };
  });
}

/** The W3C's checker of HTML, CSS and SVG. */
export const vnu: Judge = {
  name: 'Nu Html Checker',
  question:
    'Is every page, e-mail, style sheet and drawing what HTML, CSS and SVG say? Errors, warnings and remarks.',
  version: async () => ((await jar()) && (await versionOf('java', '-version')) ? jarVersion : undefined),
  ask: async (things) => {
    const file = (await jar()) ?? '';
    const { pages: built, styles, drawings } = await things.site();
    const pages = [...built, (await things.downloads()).tour.page];
    const mails = (await things.mails()).map(({ html }) => html);
    const findings = [
      ...(await read(file, 'html', [...pages, ...mails])),
      ...(await read(file, 'css', styles)),
      ...(await read(file, 'svg', drawings)),
    ];
    const counts = { pages: pages.length, 'e-mails': mails.length };
    return { judged: { ...counts, 'style sheets': styles.length, drawings: drawings.length }, findings };
  },
};
