import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Judge } from '../judge.ts';
import { packageFolder } from '../programs.ts';

/** The last version that runs on Node 20. */
const version = '10.9.0';

/** The used part of its API, declared here because it is not a dependency. */
type Library = {
  HtmlValidate: new (
    config: object,
  ) => {
    validateString: (
      html: string,
      name: string,
    ) => Promise<{ results: { messages: { ruleId: string; message: string }[] }[] }>;
  };
};

const folder = () => packageFolder('html-validate', version);

/** An HTML linter with rules on style, accessibility and e-mail. */
export const htmlValidate: Judge = {
  name: 'html-validate',
  question: 'Does every page and e-mail keep its recommended rules?',
  version: async () => (await folder()) && version,
  ask: async (things) => {
    const entry = pathToFileURL(join((await folder()) ?? '', 'dist', 'esm', 'index.js')).href;
    const { HtmlValidate } = (await import(entry)) as Library;
    const validator = new HtmlValidate({ root: true, extends: ['html-validate:recommended'] });
    const pages = [...(await things.site()).pages, (await things.downloads()).tour.page];
    const mails = (await things.mails()).map(({ html }) => html);
    const findings = [];
    for (const { name, file } of [...pages, ...mails]) {
      const { results } = await validator.validateString(readFileSync(file, 'utf8'), name);
      for (const { messages } of results)
        findings.push(...messages.map(({ ruleId, message }) => ({ rule: ruleId, where: name, message })));
    }
    return { judged: { pages: pages.length, 'e-mails': mails.length }, findings };
  },
};
