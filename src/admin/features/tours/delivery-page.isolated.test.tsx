import { createHash } from 'node:crypto';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { panoramaTour } from '@tests/panorama-tours';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

// jsdom has byte arrays of its own, which those of Node's TextEncoder are not instances of.
globalThis.Uint8Array = new TextEncoder().encode('').constructor as Uint8ArrayConstructor;

const { DeliveryPage } = await import('./delivery-page');

const ID = 'b0000000-0000-4000-8000-000000000001';
const STORED = '/storage/v1/object/public/panoramas/';
const delivery = {
  ...{ id: 'd1', tour_id: ID, version: 2, client: 'Ville A', color: '#112233', rights: 'Usage illimité' },
  ...{ panoramas: 2, width: 4096, files: 30, bytes: 42_500_000, checksum: 'ab'.repeat(32) },
  created_at: '2026-11-02T19:30:00Z',
};
let tour: Record<string, unknown>;
let pieces: Uint8Array[];

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  pieces = [];
  tour = {
    ...{ id: ID, title: 'Le port', slug: 'le-port', tour_deliveries: [] },
    panorama_tours: { document: panoramaTour, version: 3 },
  };
  backend.answer = ({ method, target }) => {
    if (target === '/livraison/fichiers.json') return { body: ['index.html', 'visite/a.js'] };
    if (target === '/livraison/index.html') {
      return {
        text: '<title>x</title><div id="root"></div><script crossorigin src="./visite/a.js"></script>',
      };
    }
    if (target.startsWith('/livraison/') || target.startsWith(STORED)) return { text: target };
    if (target === 'virtual_tours') return { body: tour };
    return method === 'POST' ? { status: 201 } : { body: [] };
  };
  vi.stubGlobal('showSaveFilePicker', async () => ({
    createWritable: async () =>
      new WritableStream<Uint8Array>({
        write: (piece) => {
          pieces.push(piece);
        },
      }),
  }));
  // The pages of the site are at the address of the page, which a test's `fetch` must be told.
  const ask = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    ask(input.startsWith('/') ? `http://127.0.0.1:1${input}` : input, init),
  );
});
afterEach(() => vi.unstubAllGlobals());

const open = () =>
  renderScreen(<DeliveryPage />, { path: '/admin/tours/:id/livraison', at: `/admin/tours/${ID}/livraison` });
const zip = () => Buffer.concat(pieces).toString('utf8');

it('writes the whole visit into a ZIP by short names, lists the SHA-256 of each file, and writes the delivery down', async () => {
  open();
  const client = await screen.findByLabelText(/^Client/);
  await userEvent.click(screen.getByRole('button', { name: 'Préparer la livraison' }));
  expect(await screen.findByText('Le client est requis')).toBeVisible();
  expect(pieces).toEqual([]);
  await userEvent.click(client);
  await userEvent.paste('Ville <A> & cie');
  await userEvent.click(screen.getByRole('button', { name: 'Préparer la livraison' }));
  expect(await screen.findByText('Livraison prête et inscrite')).toBeVisible();

  for (const name of [
    'scenes/1/base.jpg',
    'scenes/2/0/3-1.jpg',
    'images/1.jpg',
    'images/2.jpg',
    'LISEZ-MOI.txt',
  ]) {
    expect(zip()).toContain(name);
  }
  // What the visit itself reads says nothing of our storage.
  expect(zip()).toContain('"folder":"scenes/1"');
  expect(zip()).toContain('"path":"images/1.jpg"');
  expect(zip()).not.toMatch(/"folder":"t\/|crossorigin/);
  // Without script: the pictures and the texts.
  expect(zip()).toMatch(/<title>Le port<\/title>.*<img src="scenes\/1\/base\.jpg" alt="Ce que montre quai"/);
  const tile = `${STORED}t/quai/0/0-0.jpg`;
  expect(zip()).toContain(`${createHash('sha256').update(tile).digest('hex')}  scenes/1/0/0-0.jpg\n`);
  const list = /[0-9a-f]{64} {2}[\s\S]*\n(?=PK)/.exec(zip())?.[0] ?? '';
  expect(backend.sent('POST', 'tour_deliveries')[0]?.body).toMatchObject({
    ...{ tour_id: ID, version: 3, client: 'Ville <A> & cie', panoramas: 2, width: 4096 },
    ...{ files: list.trim().split('\n').length + 1 },
    checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

it('is whole or is not: a file that cannot be had ends it, and nothing is written down', async () => {
  const { answer } = backend;
  let asked = 0;
  backend.answer = (request) => {
    if (!request.target.endsWith('t/place/0/1-1.jpg')) return answer(request);
    asked++;
    return { status: 500, body: {} };
  };
  vi.mocked(console.error).mockImplementation(() => {});
  open();
  await userEvent.click(await screen.findByLabelText(/^Client/));
  await userEvent.paste('Ville A');
  await userEvent.click(screen.getByRole('button', { name: 'Préparer la livraison' }));
  expect(await screen.findByText('La livraison n’a pas pu être terminée')).toBeVisible();
  expect(asked).toBe(3);
  expect(backend.sent('POST', 'tour_deliveries')).toEqual([]);
  expect(screen.getByLabelText(/^Client/)).toHaveValue('Ville A');
  vi.mocked(console.error).mockClear();
});

it('begins with what the last delivery said, and shows the sheet of each', async () => {
  tour.tour_deliveries = [delivery, { ...delivery, id: 'd0', client: 'Ville B', version: 1 }];
  open();
  expect(await screen.findByLabelText(/^Client/)).toHaveValue('Ville A');
  const sheet = within(screen.getByRole('article', { name: 'Fiche de livraison' }));
  for (const text of ['Ville A', '2 novembre 2026 à 14 h 30', '42,5 Mo', 'ab'.repeat(32), 'Usage illimité']) {
    expect(sheet.getByText((content) => content.replace(/\s/g, ' ').includes(text))).toBeVisible();
  }
  await userEvent.click(screen.getByRole('button', { name: /^Ville B/ }));
  expect(sheet.getByText('Ville B')).toBeVisible();
});

it('delivers nothing that is not published', async () => {
  tour.panorama_tours = null;
  open();
  expect(await screen.findByText(/Publiez les scènes de cette visite/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Préparer la livraison' })).toBeNull();
});
