import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type BackendAnswer, backend, offline, renderAt } from '@tests/fake-backend';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import type { PersonalRecord } from '@/site/data/personal-record';

const { PersonalRecordPage } = await import('./personal-record-page');

const TOKEN = '0123456789abcdef0123456789abcdef';
const offer = { version: 'v1', label: 'J’accepte de recevoir vos offres.', details: 'Studio inc., Percé.' };

const record = (change: Partial<PersonalRecord> = {}): PersonalRecord => ({
  email: 'l.roy@perce.example',
  expiresAt: '2026-12-04T15:00:00Z',
  contact: {
    ...{ name: 'Line Roy', functionTitle: null, company: 'Ville de Percé', phone: null, city: 'Percé' },
    ...{ region: 'Gaspésie', addedAt: '2026-01-02T15:00:00Z', sources: [] },
  },
  commercial: { state: 'allowed', basis: 'inquiry', expiresAt: '2027-01-01T15:00:00Z' },
  offer,
  consents: [],
  messages: { count: 0, newest: [] },
  received: { count: 0, newest: [] },
  ...{ requests: [], quotes: [], asked: [] },
  ...change,
});

type Call = { action: string } & Record<string, unknown>;
const calls = () => backend.requests.map(({ body }) => body as Call);

const serve = (answers: Record<string, () => BackendAnswer> = {}) => {
  backend.answer = ({ body }) => {
    const answer = answers[(body as Call).action];
    return answer ? answer() : { body: record() };
  };
};

const open = (token = TOKEN) =>
  renderAt(
    `/ma-fiche/${token}`,
    <Routes>
      <Route path="/ma-fiche/:token" element={<PersonalRecordPage />} />
    </Routes>,
  );
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  backend.reset();
  serve();
});

it('shows what is known; opening it only reads', async () => {
  open();
  const details = within(await screen.findByRole('region', { name: 'Vos coordonnées' }));
  expect(details.getByText('Line Roy')).toBeInTheDocument();
  expect(screen.getByText(/Nous pouvons vous écrire/)).toHaveTextContent('jusqu’au 1er janvier 2027');
  expect(calls()).toEqual([{ action: 'read', token: TOKEN }]);
});

it.each([
  [404, 'Ce lien n’ouvre aucune fiche'],
  [410, 'Ce lien a expiré'],
])('a link that answers %i · says it, and where to ask for another', async (status, title) => {
  serve({ read: () => ({ status, body: { code: 'closed' } }) });
  open();
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /demander un autre/ })).toHaveAttribute(
    'href',
    '/confidentialite#ma-fiche',
  );
});

it('a text that is no token is not sent', async () => {
  open('admin');
  expect(await screen.findByRole('heading', { name: 'Ce lien n’ouvre aucune fiche' })).toBeInTheDocument();
  expect(calls()).toEqual([]);
});

it('a correction that does not arrive loses nothing typed; then it holds', async () => {
  let isDown = true;
  serve({
    correct: () =>
      isDown
        ? offline()
        : { body: record({ contact: { ...record().contact, name: 'Line Roy-Côté' } as never }) },
  });
  open();
  await press('Corriger');
  const name = screen.getByLabelText(/^Nom/);
  await userEvent.clear(name);
  await userEvent.type(name, 'Line Roy-Côté');
  await press('Enregistrer la correction');
  expect(await screen.findByRole('alert')).toHaveTextContent('conservé');
  expect(name).toHaveValue('Line Roy-Côté');
  isDown = false;
  await press('Enregistrer la correction');
  expect(await screen.findByText('C’est corrigé. Merci!')).toBeInTheDocument();
  expect(screen.getByText('Line Roy-Côté')).toBeInTheDocument();
});

it('a consent is sent with the text that was read, and only once the box is ticked', async () => {
  serve({
    consent: () => ({
      body: record({ commercial: { state: 'allowed', basis: 'express', expiresAt: null } }),
    }),
  });
  open();
  await press('Donner mon accord');
  expect(screen.getByText('Cochez la case pour donner votre accord.')).toBeInTheDocument();
  expect(calls()).toHaveLength(1);
  const box = screen.getByRole('checkbox', { name: offer.label });
  expect(box).not.toBeChecked();
  await userEvent.click(box);
  await press('Donner mon accord');
  expect(await screen.findByText(/vous avez donné votre accord/)).toBeInTheDocument();
  expect(calls()[1]).toEqual({ action: 'consent', token: TOKEN, ...offer });
});

it('an erasure is asked for after a question, and the page says until when it is answered', async () => {
  const asked = [
    { kind: 'erasure', at: '2026-11-27T15:00:00Z', dueOn: '2026-12-27', closedAt: null, answer: null },
  ];
  serve({ erase: () => ({ body: record({ asked: asked as PersonalRecord['asked'] }) }) });
  open();
  await press('Demander l’effacement');
  expect(calls()).toHaveLength(1);
  await press('Oui, envoyer la demande');
  expect(await screen.findByText(/au plus tard le/)).toHaveTextContent('27 décembre 2026');
});
