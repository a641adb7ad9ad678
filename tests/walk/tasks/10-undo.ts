import { api, apiAsAdmin } from '../../support/api.ts';
import { DeadEnd } from './hand.ts';
import { mark, type Task } from './task.ts';
import { words } from './words.ts';

export const undo: Task = {
  number: 10,
  title: 'Un changement en bloc annulé, et une fiche supprimée qui revient',
  begins:
    'La liste des contacts; le statut de trois contacts vient d’être changé en bloc, et une fiche a été supprimée hier.',
  most: 3,
  run: async (hand, studio) => {
    const city = `Ville-${mark()}`;
    const name = (first: string) => `${first} ${city}`;
    const people = ['Anne', 'Luc', 'Zoé', 'Guy'].map((first) => ({
      ...{ name: name(first), company: 'Entreprise', city, region: 'Estrie', sector: 'hôtellerie' },
      email: `${mark()}@bloc.example`,
    }));
    const rows = await api<{ id: string; name: string }>('contacts', 'POST', people);
    const gone = rows.find((row) => row.name === name('Guy'));
    const moved = await apiAsAdmin('rpc/move_to_trash', 'POST', { kind: 'contacts', ids: [gone?.id] });
    if (moved.status >= 300) throw new Error(JSON.stringify(moved.body));
    await hand.start(`${studio.info.webUrl}/admin/contacts?q=${city}`);
    await hand.uncounted(async () => {
      if (await hand.has(words.select)) await hand.press(words.select);
      await hand.press(words.selectAllRows);
      await hand.choose(words.newStatus, 'Refusé');
      await hand.press(words.apply);
      await hand.find(words.undo);
    });
    await hand.press(words.undo);
    await hand.sees('Changement annulé');
    await hand.press(words.trash, words.menu);
    await hand.press(words.restore(name('Guy')));
    await hand.sees(/restauré/);
    const back = await api(`contacts?select=status&city=eq.${city}&status=eq.nouveau`);
    if (back.length !== 4) throw new DeadEnd(`${back.length} fiches sur 4 comme avant`);
  },
};
