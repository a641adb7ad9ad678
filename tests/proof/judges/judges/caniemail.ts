import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Judge } from '../judge.ts';
import { packageFolder } from '../programs.ts';

const version = '2.0.2';
const folder = () => packageFolder('caniemail', version);

/** Mail clients of municipalities and of the studio; Thunderbird's tables are incomplete. */
const clients = ['gmail.*', 'outlook.*', 'apple-mail.*', 'yahoo.*'];

type Library = {
  caniemail: (asked: { clients: string[]; html: string }) => {
    issues: { errors: Map<string, { title: string }[]> };
  };
};

/** What each mail client supports, from the tables of caniemail.com. */
export const caniemail: Judge = {
  name: 'caniemail',
  question: 'Which parts of an e-mail do Gmail, Outlook, Apple Mail or Yahoo not read at all?',
  version: async () => (await folder()) && version,
  ask: async (things) => {
    const entry = pathToFileURL(join((await folder()) ?? '', 'dist', 'index.js')).href;
    const { caniemail: check } = (await import(entry)) as Library;
    const mails = await things.mails();
    const findings = mails.flatMap(({ name, html }) => {
      const { errors } = check({ clients, html: readFileSync(html.file, 'utf8') }).issues;
      const without = new Map<string, Set<string>>();
      for (const [client, features] of errors)
        for (const { title } of features) without.set(title, (without.get(title) ?? new Set()).add(client));
      return [...without].map(([rule, unread]) => ({
        rule,
        where: name,
        message: `not in ${[...unread].sort().join(', ')}`,
      }));
    });
    return { judged: { 'e-mails': mails.length }, findings };
  },
};
