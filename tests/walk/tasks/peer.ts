import { withFile } from './6-import.ts';
import type { Hand, Thing } from './hand.ts';
import { mark } from './task.ts';

/** French labels of atomic-crm for the same tasks; it keeps its demo data in the browser. */
const words = {
  contacts: ['link', 'Contacts'],
  import: ['button', 'Importer un fichier CSV'],
  listFile: ['file', 'Fichier CSV'],
  importAll: ['button', 'Importer un fichier CSV'],
  // Its checkboxes have no name, and selecting one is a step before the task.
  select: ['checkbox', /^/],
  remove: ['button', 'Supprimer'],
  undo: ['button', /^Annuler$/],
  trash: ['link', 'Corbeille'],
  newContact: ['link', 'Créer un contact'],
  firstName: ['field', 'Prénom'],
  lastName: ['field', 'Nom'],
  keep: ['button', 'Enregistrer'],
  search: ['field', /^Rechercher nom/],
  contact: (name: string): Thing => ['link', new RegExp(name)],
  note: ['field', 'Ajouter une note'],
  keepNote: ['button', 'Ajouter cette note'],
  plan: ['button', 'Ajouter une tâche'],
  planTitle: ['field', 'Description'],
} as const satisfies Record<string, Thing | ((name: string) => Thing)>;

/** The list of task 6 in the columns of the peer's example file. */
const list = (town: string) =>
  [
    'first_name,last_name,gender,title,company,email_work,phone_work',
    `Rita,Gagné,female,Directrice générale,Ville ${town},rita@${town}.example,418 555-0101`,
    `Omar,Roy,male,Greffier,Ville ${town},omar@${town}.example,418 555-0103`,
    `Josée,L’Heureux,female,Mairesse,Ville ${town},josee.l'heureux@${town}.example,418 555-0104`,
  ].join('\r\n');

/** The tasks that the peer has too, by our task numbers. */
export const peerTasks: { number: number; run: (hand: Hand, address: string) => Promise<void> }[] = [
  {
    number: 6,
    run: async (hand, address) => {
      await withFile('contacts.csv', list(mark()), async (file) => {
        await hand.start(address);
        await hand.press(words.contacts);
        await hand.press(words.import);
        await hand.give(words.listFile, [file]);
        await hand.press(words.importAll);
        await hand.sees(/3 contacts|[Ii]mport\S* terminé/, 60_000);
      });
    },
  },
  {
    number: 10,
    run: async (hand, address) => {
      await hand.start(`${address}/#/contacts`);
      await hand.uncounted(async () => {
        await hand.press(words.select);
        await hand.press(words.remove);
      });
      await hand.press(words.undo);
      await hand.press(words.trash);
    },
  },
  {
    number: 11,
    run: async (hand, address) => {
      const name = `Zzyzx${mark()}`;
      await hand.start(address);
      await hand.press(words.contacts);
      await hand.press(words.newContact);
      await hand.fill(words.firstName, 'Odile');
      await hand.fill(words.lastName, name);
      await hand.press(words.keep);
      await hand.press(words.contacts);
      await hand.fill(words.search, name);
      await hand.press(words.contact(name));
      await hand.fill(words.note, 'Veut une visite de l’aréna.');
      await hand.press(words.keepNote);
      await hand.press(words.plan);
      await hand.fill(words.planTitle, 'Rappeler');
      await hand.press(words.keep);
      await hand.sees('Rappeler');
    },
  },
];
