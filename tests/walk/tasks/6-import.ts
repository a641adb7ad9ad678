import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '../../support/api.ts';
import { DeadEnd } from './hand.ts';
import { mark, openToday, type Task } from './task.ts';
import { words } from './words.ts';

/** Makes a list as an address book exports it, with a column of regions: invented people of one town. */
export const addressBook = (town: string) =>
  [
    'First Name,Middle Name,Last Name,Organization Name,Organization Title,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - City,Région',
    `Rita,,Gagné,Ville ${town},Directrice générale,,* myContacts,Work,rita@${town}.example ::: rita2@${town}.example,Work,418 555-0101 ::: 418 555-0102,${town},Estrie`,
    `Omar,,Roy,Ville ${town},Greffier,,* myContacts,Work,omar@${town}.example,Mobile,+1 418-555-0103,${town},Estrie`,
    `Josée,,L’Heureux,Ville ${town},Mairesse,,* myContacts,Work,josee.l'heureux@${town}.example,Work,418 555-0104,${town},Estrie`,
  ].join('\r\n');

/** Writes a text to a temporary file while `use` runs. */
export async function withFile(
  name: string,
  text: string,
  use: (path: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'territoire-360-task-'));
  try {
    writeFileSync(join(folder, name), text);
    await use(join(folder, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const importList: Task = {
  number: 6,
  title: 'Une vraie liste importée',
  begins: 'Le dashboard; un carnet d’adresses de trois personnes, exporté en CSV.',
  most: 7,
  run: async (hand, studio) => {
    const town = mark();
    await withFile('contacts.csv', addressBook(town), async (file) => {
      await openToday(hand, studio);
      await hand.press(words.contacts, words.menu);
      await hand.press(words.import);
      await hand.give(words.listFile, [file]);
      await hand.fill(words.source, 'Carnet d’adresses du studio');
      await hand.press(words.tryImport);
      await hand.press(words.importAll);
      await hand.sees('Importation terminée.');
    });
    const rows = await api(`contacts?select=name&city=eq.${town}`);
    if (rows.length !== 3) throw new DeadEnd(`${rows.length} contacts sur 3 importés`);
  },
};
