import { withFile } from './6-import.ts';
import type { Hand, ScreenThing } from './hand.ts';
import { mark } from './task.ts';

/** French labels of atomic-crm for the same tasks; it keeps its demo data in the browser. */
const peerWords = {
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
  // On a phone it makes everything by one button.
  create: ['button', 'Créer'],
  createContact: ['menuitem', 'Contact'],
  createTask: ['menuitem', 'Tâche'],
  addNote: ['button', 'Ajouter une note'],
  firstName: ['field', 'Prénom'],
  lastName: ['field', 'Nom'],
  keep: ['button', 'Enregistrer'],
  search: ['field', /^Rechercher nom/],
  contact: (name: string): ScreenThing => ['link', new RegExp(name)],
  note: ['field', 'Ajouter une note'],
  keepNote: ['button', 'Ajouter cette note'],
  plan: ['button', 'Ajouter une tâche'],
  planTitle: ['field', 'Description'],
} as const satisfies Record<string, ScreenThing | ((name: string) => ScreenThing)>;

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
        await hand.press(peerWords.contacts);
        await hand.press(peerWords.import);
        await hand.give(peerWords.listFile, [file]);
        await hand.press(peerWords.importAll);
        await hand.sees(/3 contacts|[Ii]mport\S* terminé/, 60_000);
      });
    },
  },
  {
    number: 10,
    run: async (hand, address) => {
      await hand.start(`${address}/#/contacts`);
      await hand.uncounted(async () => {
        await hand.press(peerWords.select);
        await hand.press(peerWords.remove);
      });
      await hand.press(peerWords.undo);
      await hand.press(peerWords.trash);
    },
  },
  {
    number: 11,
    run: async (hand, address) => {
      const name = `Zzyzx${mark()}`;
      await hand.start(address);
      const isPhone = hand.way.width < 600;
      if (!isPhone) await hand.press(peerWords.contacts);
      if (isPhone) await hand.press(peerWords.create);
      await hand.press(isPhone ? peerWords.createContact : peerWords.newContact);
      await hand.fill(peerWords.firstName, 'Odile');
      await hand.fill(peerWords.lastName, name);
      await hand.press(peerWords.keep);
      // Saving leads to the new contact: who leaves before is brought back.
      await hand.sees(name);
      await hand.press(peerWords.contacts);
      await hand.fill(peerWords.search, name);
      await hand.press(peerWords.contact(name));
      if (isPhone) await hand.press(peerWords.addNote);
      await hand.fill(peerWords.note, 'Veut une visite de l’aréna.');
      await hand.press(isPhone ? peerWords.keep : peerWords.keepNote);
      if (isPhone) await hand.press(peerWords.create);
      await hand.press(isPhone ? peerWords.createTask : peerWords.plan);
      await hand.fill(peerWords.planTitle, 'Rappeler');
      await hand.press(peerWords.keep);
      // On a phone its list of tasks is behind a tab, and a notice tells.
      await hand.sees(isPhone ? 'Tâche ajoutée' : 'Rappeler');
    },
  },
];
