import { openToday, type Task } from './task.ts';
import { words } from './words.ts';

export const trip: Task = {
  number: 7,
  title: 'Un déplacement, ses prospects acceptés, sa feuille imprimée',
  begins: 'Le dashboard.',
  most: 12,
  run: async (hand, studio) => {
    const town = hand.way.isKeyboard ? 'Gaspé' : hand.way.width < 600 ? 'Percé' : 'Matane';
    await openToday(hand, studio);
    await hand.press(words.newTrip, words.actions);
    await hand.fill(words.town, town);
    await hand.press(words.townFound(town));
    await hand.fill(words.firstDay, '2027-06-01');
    await hand.fill(words.lastDay, '2027-06-03');
    await hand.press(words.createTrip);
    await hand.press(words.findProspects, undefined, 60_000);
    await hand.press(words.acceptAll, undefined, 90_000);
    await hand.press(words.confirmAccept);
    await hand.press(words.sheet);
    await hand.press(words.addAccepted);
    await hand.press(words.print);
  },
};
