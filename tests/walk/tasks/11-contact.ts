import { mark, openToday, type Task } from './task.ts';
import { words } from './words.ts';

export const contact: Task = {
  number: 11,
  title: 'Un contact créé, retrouvé, noté et rappelé',
  begins: 'Le dashboard; rien n’est connu de la personne.',
  run: async (hand, studio) => {
    const name = `Odile ${mark()}`;
    await openToday(hand, studio);
    await hand.press(words.newContact, words.actions);
    await hand.fill(words.contactName, name);
    await hand.fill(words.email, `${mark()}@contact.example`);
    await hand.fill(words.company, 'Ville de Percé');
    await hand.fill(words.city, 'Percé');
    await hand.fill(words.region, 'Gaspésie–Îles-de-la-Madeleine');
    await hand.press(words.createContact);
    await hand.fill(words.search, name);
    await hand.press(words.contact(name));
    await hand.press(words.noteExchange);
    await hand.fill(words.saying, 'Veut une visite de l’aréna.');
    await hand.press(words.keepExchange);
    await hand.press(words.plan);
    await hand.fill(words.planTitle, 'Rappeler');
    await hand.press(words.keepPlan);
    await hand.sees('Rappeler');
  },
};
