import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type BackendAnswer, backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, expect, it, vi } from 'vitest';

const { SitePublication } = await import('./site-publication');

const publication = (state: string, more: object = {}) => ({
  id: state,
  state,
  asked_at: '2026-11-20T14:00:00Z',
  asked_by: null,
  due_at: '2026-11-20T14:32:00Z',
  started_at: null,
  finished_at: null,
  reason: null,
  ...more,
});
const finishedPublication = publication('publié', { finished_at: '2026-11-20T19:05:00Z' });

let rows: object[];
let answer: BackendAnswer;

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  rows = [];
  answer = { body: { publication: 'p' } };
  backend.answer = ({ target }) => (target === '/functions/v1/publish-site' ? answer : { body: rows });
});

const section = async () => {
  renderScreen(<SitePublication />);
  return within(await screen.findByRole('region', { name: 'Site public' }));
};

it.each([
  ['nothing yet', [], /se publie de lui-même/],
  ['what waits', [publication('en_file')], /partiront .*9 h 32/],
  ['without an address', [publication('en_file', { reason: 'Créez un build hook' })], /Créez un build hook/],
  ['on its way', [publication('en_cours', { started_at: '2026-11-20T14:00:00Z' })], /Demandée à l’hébergeur/],
  ['published', [finishedPublication], /^Le .*14 h 05/],
  ['failed', [publication('échec', { finished_at: '2026-11-20T14:00:00Z', reason: 'Refusée' })], /Refusée/],
])('says how the site stands: %s', async (_what, latest, text) => {
  rows = latest;
  const part = await section();
  expect(await part.findByText((content) => text.test(content.replace(/\s/g, ' ')))).toBeVisible();
});

it('is published by one press, which the next state shows', async () => {
  rows = [finishedPublication];
  const part = await section();
  await part.findByText('Publié');
  rows = [publication('en_cours', { started_at: '2026-11-20T19:30:00Z' }), finishedPublication];
  await userEvent.click(part.getByRole('button', { name: 'Publier le site' }));
  expect(await part.findByText('En construction')).toBeVisible();
  expect(backend.sent('POST', '/functions/v1/publish-site')[0]?.body).toEqual({ now: true });
  await userEvent.click(part.getByText('Publications précédentes'));
  expect(part.getByText(/Automatique/)).toBeVisible();
});

it('says in the server’s words why a press did nothing, and stays ready', async () => {
  vi.mocked(console.error).mockImplementation(() => {});
  answer = { status: 429, body: { error: 'Veuillez patienter quelques minutes.' } };
  const part = await section();
  const button = await part.findByRole('button', { name: 'Publier le site' });
  await userEvent.click(button);
  expect(await screen.findByText('Veuillez patienter quelques minutes.')).toBeVisible();
  expect(button).toBeEnabled();
  vi.mocked(console.error).mockClear();
});
