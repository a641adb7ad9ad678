import type { Finding, Judge } from '../judge.ts';
import { run, versionOf } from '../programs.ts';

const plainWords = (text: string) => text.replace(/\s+/g, ' ').trim();

/** A structure element of a tagged PDF. */
type Tag = { '/S'?: string; '/Alt'?: string };

/** qpdf checks a file's structure: references, streams, linearisation. */
export const qpdf: Judge = {
  name: 'qpdf',
  question: 'Is every PDF whole, without a warning, and has each figure of its tags a text?',
  version: () => versionOf('qpdf', '--version'),
  ask: async (things) => {
    const documents = await things.documents();
    const findings: Finding[] = [];
    for (const { name, file } of documents) {
      const { code, stdout, stderr } = await run('qpdf', ['--check', file]);
      if (code !== 0) findings.push({ rule: 'check', where: name, message: plainWords(stdout + stderr) });
      const { stdout: json } = await run('qpdf', ['--json=2', '--json-key=qpdf', file]);
      const [, objects] = (JSON.parse(json) as { qpdf: [object, Record<string, { value?: Tag }>] }).qpdf;
      for (const { value } of Object.values(objects))
        if (value?.['/S'] === '/Figure' && !value['/Alt'])
          findings.push({ rule: 'figure', where: name, message: 'no text' });
    }
    return { judged: { documents: documents.length }, findings };
  },
};

/** MuPDF extracts a document's text. */
export const mutool: Judge = {
  name: 'MuPDF',
  question:
    'Does the text that it takes out of every PDF hold the names, dates and amounts that were printed?',
  version: () => versionOf('mutool', '-v'),
  ask: async (things) => {
    const documents = await things.documents();
    const findings: Finding[] = [];
    for (const { name, file, holds } of documents) {
      const { code, stdout, stderr } = await run('mutool', ['draw', '-q', '-F', 'txt', file]);
      // The warning is about Debian's build, not about the file.
      const said = plainWords(stderr.replace('warning: ICC support is not available', ''));
      if (code !== 0 || said) findings.push({ rule: 'draw', where: name, message: said });
      for (const text of holds.filter((one) => !plainWords(stdout).includes(plainWords(one))))
        findings.push({ rule: 'text', where: name, message: `« ${text} » is not in it` });
    }
    return { judged: { documents: documents.length }, findings };
  },
};

/** Lists the heading tags of a document in order: « H1 », « H2 ». */
const headingsIn = (structure: string) =>
  Array.from(structure.matchAll(/^\s*H([1-6])\b/gm), ([, level]) => Number(level));

/** Poppler reads a document's structure as a screen reader does. */
export const poppler: Judge = {
  name: 'Poppler',
  question: 'Is every PDF tagged, with headings in order, and with every font in it and readable as letters?',
  version: () => versionOf('pdfinfo', '-v'),
  ask: async (things) => {
    const documents = await things.documents();
    const findings: Finding[] = [];
    for (const { name: where, file } of documents) {
      const { stdout: info } = await run('pdfinfo', [file]);
      if (!/^Tagged:\s+yes$/m.test(info)) findings.push({ rule: 'tagged', where, message: 'it has no tags' });
      if (!/^Title:\s+\S/m.test(info)) findings.push({ rule: 'title', where, message: 'it has no title' });
      const { stdout: structure, stderr } = await run('pdfinfo', ['-struct', file]);
      if (stderr) findings.push({ rule: 'structure', where, message: plainWords(stderr) });
      const levels = headingsIn(structure);
      if (levels[0] !== 1)
        findings.push({ rule: 'headings', where, message: `the first is H${levels[0] ?? '?'}` });
      levels.forEach((level, index) => {
        const before = levels[index - 1] ?? level;
        if (level > before + 1)
          findings.push({ rule: 'headings', where, message: `H${level} under H${before}` });
      });
      const { stdout: fonts } = await run('pdffonts', [file]);
      const rows = fonts.split('\n').slice(2).filter(Boolean);
      if (rows.length === 0) findings.push({ rule: 'fonts', where, message: 'it has none' });
      for (const row of rows.filter((one) => !/\byes\s+yes\s+yes\s+\d+\s+\d+$/.test(one)))
        findings.push({ rule: 'fonts', where, message: plainWords(row) });
    }
    return { judged: { documents: documents.length }, findings };
  },
};
