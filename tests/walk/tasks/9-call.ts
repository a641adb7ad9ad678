import { api, apiAsAdmin } from '../../support/api.ts';
import { DeadEnd } from './hand.ts';
import { mark, openToday, type Task } from './task.ts';
import { words } from './words.ts';

/** Time in ms in which a note is sent once the network is back. */
const PATIENCE = 60_000;

export const call: Task = {
  number: 9,
  title: 'Un appel consigné du téléphone, la ligne coupée',
  begins:
    'Le dashboard; un rappel prévu aujourd’hui. La ligne tombe pendant que l’on écrit, et revient après.',
  most: 3,
  run: async (hand, studio) => {
    const title = `Rappeler ${mark()}`;
    const [contact] = await api<{ id: string }>('contacts', 'POST', {
      ...{ name: `Odile ${mark()}`, company: 'Ville d’essai', city: 'Alma', phone: '418 555-0144' },
      ...{ region: 'Saguenay–Lac-Saint-Jean', sector: 'municipalité', email: `${mark()}@appel.example` },
    });
    const today = new Date().toLocaleDateString('fr-CA', { timeZone: 'America/Toronto' });
    const planned = await apiAsAdmin('rpc/plan_next_action', 'POST', {
      ...{ target: 'contact', target_id: contact?.id, title, due_on: today },
    });
    if (planned.status >= 300) throw new Error(JSON.stringify(planned));
    await openToday(hand, studio);
    await hand.press(words.action(title));
    await hand.press(words.noteExchange);
    await hand.page.cut(true);
    await hand.fill(words.saying, 'Veut un devis pour la visite de l’aréna.');
    await hand.press(words.keepExchange);
    await hand.sees('au retour de la connexion');
    await hand.page.cut(false);
    await hand.sees(/[Éé]change consigné/, PATIENCE);
    const rows = await api(`contact_activities?select=body&contact_id=eq.${contact?.id}`);
    if (rows.length !== 1) throw new DeadEnd(`${rows.length} échanges enregistrés`);
  },
};
