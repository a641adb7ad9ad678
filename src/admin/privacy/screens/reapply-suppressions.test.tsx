import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type BackendAnswer, backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { writeInto } from '@tests/write-into';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const { ReapplySuppressions } = await import('./reapply-suppressions');

const STOP = 'Envois arrêtés : la clé des désabonnements a changé.';

function serve(outcome: BackendAnswer, stop: string | null = null) {
  backend.answer = ({ target }) =>
    target === 'rpc/sending_state'
      ? { body: { sent_today: 0, daily_cap: 150, quiet_now: false, ready: true, stop } }
      : outcome;
}
const open = () => renderScreen(<ReapplySuppressions />, { path: '/admin/parametres/donnees' });
const field = () => screen.getByLabelText(/^Adresses/);
const pressSubmit = () => userEvent.click(screen.getByRole('button', { name: 'Retirer des envois' }));
const reapplyCalls = () => backend.sent('POST', 'rpc/reapply_suppressions').map(({ body }) => body);
const findText = (text: string | RegExp) =>
  screen.findByText(text, { normalizer: (found) => found.replace(/\s/gu, ' ') });

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

describe('a list of people who must not be written to', () => {
  it('is pasted or read from a file, counted, and what is refused stays to be corrected', async () => {
    serve({ body: { added: 2, known: 1, invalid: ['adam@'], unreadable: 0 } });
    open();
    await writeInto(field(), 'eve@exemple.test adam@');
    const csv = new File(['email,raison\nnoe@exemple.test,rebond\nEVE@exemple.test,'], 'liste.csv');
    await userEvent.upload(screen.getByLabelText('Ajouter un fichier CSV'), csv);
    await findText('3 adresses trouvées.');
    expect(screen.queryByRole('checkbox')).toBeNull();
    await pressSubmit();
    await findText('2 adresses retirées des envois, 1 l’était déjà');
    expect(reapplyCalls()).toEqual([
      { addresses: ['eve@exemple.test', 'noe@exemple.test', 'adam@'], is_complete: false },
    ]);
    expect(field()).toHaveValue('adam@');
    await findText('Refusées, à corriger : 1 adresse');
  });
  it('of the provider, with the state of each message: who only got one stays', async () => {
    serve({ body: { added: 2, known: 0, invalid: [], unreadable: 0 } });
    open();
    const csv = new File(
      [
        'name,email,status\n"Bob" Roy,bob@x.example,delivered\nAnn,ann@x.example,complained\nLuc,luc@x.example,unsubscribed\nMax,max@x.example,perdu\n',
      ],
      'liste.csv',
    );
    await userEvent.upload(screen.getByLabelText('Ajouter un fichier CSV'), csv);
    await findText('2 adresses à retirer; 1 autre a seulement reçu un message, et reste.');
    await findText('Ligne 5 : état inconnu : « perdu »');
    await userEvent.upload(screen.getByLabelText('Ajouter un fichier CSV'), csv);
    await findText(/retirez d’abord des envois ce qui est dans le champ/);
    await pressSubmit();
    await findText('2 adresses retirées des envois');
    expect(screen.getByRole('region', { name: 'Lignes non lues' })).toHaveTextContent(/perdu/);
    expect(reapplyCalls()).toEqual([{ addresses: ['ann@x.example', 'luc@x.example'], is_complete: false }]);
  });
  it('a second time: nothing is announced as done', async () => {
    serve({ body: { added: 0, known: 2, invalid: [], unreadable: 0 } });
    open();
    await writeInto(field(), 'eve@exemple.test, adam@exemple.test');
    await pressSubmit();
    await findText('Rien à changer : 2 adresses étaient déjà retirées des envois');
    expect(screen.getByText('À noter')).toBeVisible();
  });
  it('under another key: the stop shows, and ends with a complete list only', async () => {
    serve({ body: { added: 1, known: 0, invalid: [], unreadable: 2 } }, STOP);
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent(/la clé des désabonnements a changé/);
    await writeInto(field(), 'eve@exemple.test');
    await userEvent.click(screen.getByRole('checkbox', { name: /Cette liste est complète/ }));
    await pressSubmit();
    await findText(
      '1 adresse retirée des envois. Les envois restent arrêtés : 2 désabonnements ne peuvent pas être lus.',
    );
    expect(reapplyCalls()).toEqual([{ addresses: ['eve@exemple.test'], is_complete: true }]);
  });
  it('without an address, or when the server fails, keeps what was typed', async () => {
    serve({ status: 500, body: { message: 'panne' } });
    open();
    await userEvent.type(field(), 'rien');
    await pressSubmit();
    expect(await screen.findByText('Collez au moins une adresse courriel')).toBeVisible();
    await writeInto(field(), ' eve@exemple.test');
    await pressSubmit();
    expect(await screen.findByText('Impossible de réappliquer ces désabonnements')).toBeVisible();
    vi.mocked(console.error).mockClear();
    expect(field()).toHaveValue('rien eve@exemple.test');
    expect(reapplyCalls()).toHaveLength(1);
  });
});
