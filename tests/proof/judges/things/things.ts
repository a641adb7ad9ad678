import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Accounts, makeAccounts } from './accounts.ts';
import { type Calendar, makeCalendar } from './calendar.ts';
import { type Documents, makeDocuments } from './documents.ts';
import { type Downloads, makeDownloads } from './downloads.ts';
import { type Mail, makeMails } from './mails.ts';
import { type MadeSite, makeSite } from './site.ts';
import { makeSurvey, type Survey } from './survey.ts';

/** A file on the disk, with its name in the report. */
export type Thing = { name: string; file: string };

/** Makers of what the product makes, by its own code; each runs once, when a judge first asks for it. */
export type Things = {
  /** The built site behind a host, with its stack. */
  site: () => Promise<MadeSite>;
  /** Every kind of e-mail, as sent. */
  mails: () => Promise<Mail[]>;
  /** Every kind of PDF. */
  documents: () => Promise<Documents>;
  /** The tables and the journal of the books. */
  accounts: () => Promise<Accounts>;
  /** The calendar that a telephone subscribes to. */
  calendar: () => Promise<Calendar>;
  /** What a sealed survey is delivered with, in open formats, and its time stamp. */
  survey: () => Promise<Survey>;
  /** What the back office hands over: ZIPs, tables, the copy of a person. */
  downloads: () => Promise<Downloads>;
  /** Takes away all that was made, and stops what runs. */
  close: () => Promise<void>;
};

/** Writes a thing into the folder of its kind. */
export type Write = (name: string, content: string | Uint8Array) => Thing;

/** Makes the table of makers, which run lazily. */
export function makeThings(): Things {
  const folder = mkdtempSync(join(tmpdir(), 'territoire-360-things-'));
  const closing: (() => Promise<void>)[] = [];
  const once = <Made>(make: () => Promise<Made>) => {
    let made: Promise<Made> | undefined;
    return () => {
      made ??= make();
      return made;
    };
  };
  const into =
    (kind: string): Write =>
    (name, content) => {
      const file = join(folder, kind, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      return { name, file };
    };
  const site = once(() => makeSite(join(folder, 'site'), closing));
  return {
    site,
    downloads: once(async () => makeDownloads(join(folder, 'downloads'), await site(), closing)),
    mails: once(() => makeMails(into('mails'))),
    documents: once(() => makeDocuments(into('documents'))),
    accounts: once(() => makeAccounts(into('accounts'))),
    calendar: once(() => makeCalendar(into('calendar'))),
    survey: once(() => makeSurvey(into('survey'))),
    close: async () => {
      for (const close of closing.reverse()) await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
