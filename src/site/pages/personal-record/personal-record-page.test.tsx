import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type BackendAnswer, backend, offline, renderAt } from '@tests/fake-backend';
import { writeInto } from '@tests/write-into';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import type { PersonalRecord } from '@/site/data/personal-record';

const { PersonalRecordPage } = await import('./personal-record-page');

const TOKEN = '0123456789abcdef0123456789abcdef';
const offerOf = { version: 'v1', label: 'J’accepte de recevoir vos offres.', details: 'Studio inc., Percé.' };

const noItems = { count: 0, newest: [] };
const commercial = (
  state: NonNullable<PersonalRecord['commercial']>['state'],
  change: Partial<NonNullable<PersonalRecord['commercial']>> = {},
) => ({ state, basis: null, at: null, expiresAt: null, suppression: null, ...change });

const record = (change: Partial<PersonalRecord> = {}): PersonalRecord => ({
  email: 'l.roy@perce.example',
  expiresAt: '2026-12-04T15:00:00Z',
  contact: {
    ...{ name: 'Line Roy', functionTitle: null, company: 'Ville de Percé', phone: null, city: 'Percé' },
    ...{ region: 'Gaspésie', addedAt: '2026-01-02T15:00:00Z', sources: [] },
  },
  commercial: commercial('allowed', { basis: 'inquiry', expiresAt: '2027-01-01T15:00:00Z' }),
  ...{
    offer: offerOf,
    consents: noItems,
    messages: noItems,
    received: noItems,
    requests: noItems,
    quotes: noItems,
    invoices: noItems,
  },
  asked: [],
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

it('shows who is no contact everything that bears their address, and gives a copy of it', async () => {
  const at = '2026-11-27T15:00:00Z';
  const known = record({
    ...{ contact: null, commercial: commercial('ticked', { basis: 'express', at }) },
    messages: {
      count: 1,
      newest: [
        {
          ...{ at, kind: 'invoice', subject: 'Votre facture', about: 'F-2026-001', basis: null },
          isUncertain: false,
        },
      ],
    },
    invoices: {
      count: 1,
      newest: [
        {
          ...{
            on: '2026-11-27',
            dueOn: '2026-12-27',
            kind: 'deposit',
            number: 'F-2026-001',
            subject: 'Visite',
          },
          ...{ state: 'émise', totalCents: 34_493 },
        },
      ],
    },
    consents: {
      count: 1,
      newest: [{ basis: 'express', at, source: null, wording: null, version: '2026-11-21' }],
    },
  });
  serve({ read: () => ({ body: known }) });
  let saved = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved = file as Blob;
    return 'blob:x';
  });
  open();
  const { getByText } = within(
    await screen.findByRole('region', { name: 'Vos demandes, vos devis et vos factures' }),
  );
  expect(getByText(/Facture d’acompte\sF-2026-001/)).toHaveTextContent('27 décembre 2026');
  expect(screen.getByText(/Raison/)).toHaveTextContent('votre facture F-2026-001');
  expect(screen.getByText(/version du texte/)).toHaveTextContent('J’accepte de recevoir');
  expect(screen.getByText(/vous avez coché dans votre demande/)).toBeInTheDocument();
  await press('Télécharger mes renseignements (JSON)');
  const file = JSON.parse(await saved.text());
  expect(file.invoices).toEqual(known.invoices);
  expect(file.offer).toBeUndefined();
});

it.each([
  ['unsubscribed', /Vous avez demandé à ne plus/],
  ['bounced', /Votre serveur de courriel a refusé/],
] as const)('a stop by « %s » · the page says that one', async (suppression, text) => {
  serve({ read: () => ({ body: record({ commercial: commercial('unsubscribed', { suppression }) }) }) });
  open();
  expect(await screen.findByText(text)).toBeInTheDocument();
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
  await writeInto(name, 'Line Roy-Côté');
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
      body: record({ commercial: commercial('allowed', { basis: 'express' }) }),
    }),
  });
  open();
  await press('Donner mon accord');
  expect(screen.getByText('Cochez la case pour donner votre accord.')).toBeInTheDocument();
  expect(calls()).toHaveLength(1);
  const box = screen.getByRole('checkbox', { name: offerOf.label });
  expect(box).not.toBeChecked();
  await userEvent.click(box);
  await press('Donner mon accord');
  expect(await screen.findByText(/vous avez donné votre accord/)).toBeInTheDocument();
  expect(calls()[1]).toEqual({ action: 'consent', token: TOKEN, ...offerOf });
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
