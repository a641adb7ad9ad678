import { createHash } from 'node:crypto';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { panoramaTour } from '@tests/panorama-tours';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// jsdom has byte arrays of its own, which those of Node's TextEncoder are not instances of.
globalThis.Uint8Array = new TextEncoder().encode('').constructor as Uint8ArrayConstructor;

const { DeliveryPage } = await import('./delivery-page');

const ID = 'b0000000-0000-4000-8000-000000000001';
const STORED = '/storage/v1/object/public/panoramas/';
const delivery = {
  id: 'd1',
  tour_id: ID,
  version: 2,
  client: 'Ville A',
  color: '#112233',
  rights: 'Usage illimité',
  panoramas: 2,
  width: 4096,
  files: 30,
  bytes: 42_500_000,
  checksum: 'ab'.repeat(32),
  created_at: '2026-11-02T19:30:00Z',
  file_path: null,
  link_expires_at: null,
};
let tour: Record<string, unknown>;
let pieces: Uint8Array[];

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  pieces = [];
  tour = {
    id: ID,
    title: 'Le port',
    slug: 'le-port',
    tour_deliveries: [],
    panorama_tours: { document: panoramaTour, version: 3 },
  };
  backend.answer = ({ method, target }) => {
    if (target === '/livraison/fichiers.json') return { body: ['index.html', 'visite/a.js'] };
    if (target === '/livraison/index.html') {
      return {
        text: '<title>x</title><div id="root"></div><script defer src="./visite/a.js"></script>',
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
  // The site's addresses are relative, which a test's `fetch` cannot resolve.
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
    'fichiers/1.jpg',
    'fichiers/2.jpg',
    'LISEZ-MOI.txt',
  ]) {
    expect(zip()).toContain(name);
  }
  // The delivered tour's data has no address of our storage.
  expect(zip()).toContain('"folder":"scenes/1"');
  expect(zip()).toContain('"path":"fichiers/1.jpg"');
  expect(zip()).not.toMatch(/"folder":"t\//);
  // Without scripts the page shows the pictures and texts.
  expect(zip()).toMatch(/<title>Le port<\/title>.*<img src="scenes\/1\/base\.jpg" alt="Ce que montre quai"/);
  const tile = `${STORED}t/quai/0/0-0.jpg`;
  expect(zip()).toContain(`${createHash('sha256').update(tile).digest('hex')}  scenes/1/0/0-0.jpg\n`);
  const list = /[0-9a-f]{64} {2}[\s\S]*\n(?=PK)/.exec(zip())?.[0] ?? '';
  expect(backend.sent('POST', 'tour_deliveries')[0]?.body).toMatchObject({
    tour_id: ID,
    version: 3,
    client: 'Ville <A> & cie',
    panoramas: 2,
    width: 4096,
    files: list.trim().split('\n').length + 1,
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
  for (const text of ['Ville A', '2 novembre 2026 à 14 h 30', '42,5 Mo', 'Usage illimité']) {
    expect(sheet.getByText((content) => content.replace(/\s/g, ' ').includes(text))).toBeVisible();
  }
  // The list is printed whole, and folded on the screen.
  const onPaper = sheet.getByText('ab'.repeat(32));
  const [folded] = screen.getAllByText('ab'.repeat(32)).filter((element) => element !== onPaper);
  expect(folded).not.toBeVisible();
  await userEvent.click(screen.getByText('Avancé'));
  expect(folded).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Ville B/ }));
  expect(sheet.getByText('Ville B')).toBeVisible();
});

it('delivers nothing that is not published', async () => {
  tour.panorama_tours = null;
  open();
  expect(await screen.findByText(/Publiez les scènes de cette visite/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Préparer la livraison' })).toBeNull();
});

describe('the link for the client', () => {
  /** Replaces XMLHttpRequest, which the fake network does not cover. */
  const sent: { url: string; type: string | undefined; size: number }[] = [];
  class Sending {
    upload = {};
    status = 200;
    responseText = '';
    onload = () => {};
    onloadend = () => {};
    #url = '';
    #type: string | undefined;
    open(_method: string, url: string) {
      this.#url = url;
    }
    setRequestHeader(name: string, value: string) {
      if (name === 'content-type') this.#type = value;
    }
    send(body: Blob) {
      sent.push({ url: this.#url, type: this.#type, size: body.size });
      this.onload();
      this.onloadend();
    }
    abort() {}
  }
  beforeEach(() => {
    sent.length = 0;
    vi.stubGlobal('XMLHttpRequest', Sending);
  });

  /** Makes a delivery whose checksum is that of its files. */
  async function delivered() {
    open();
    await userEvent.click(await screen.findByLabelText(/^Client/));
    await userEvent.paste('Ville A');
    await userEvent.click(screen.getByRole('button', { name: 'Préparer la livraison' }));
    await screen.findByText('Livraison prête et inscrite');
    const body = backend.sent('POST', 'tour_deliveries')[0]?.body as object;
    cleanup();
    return { ...delivery, ...body };
  }

  it('puts the very files of the delivery where it opens, for the days that were chosen', async () => {
    tour.tour_deliveries = [await delivered()];
    const { answer } = backend;
    backend.answer = (request) => (request.method === 'PATCH' ? { body: { id: 'd1' } } : answer(request));
    open();
    await userEvent.selectOptions(await screen.findByLabelText('Ouvert pendant'), '7 jours');
    await userEvent.click(screen.getByRole('button', { name: 'Créer le lien' }));
    expect(await screen.findByText('Lien prêt')).toBeVisible();
    expect(sent).toEqual([
      {
        url: expect.stringMatching(/\/storage\/v1\/object\/tour-deliveries\/[0-9a-f-]{36}\.zip$/),
        type: 'application/zip',
        size: expect.any(Number),
      },
    ]);
    const [kept] = backend.sent('PATCH', 'tour_deliveries');
    const { file_path, link_expires_at } = (kept?.body ?? {}) as Record<string, string>;
    expect(sent[0]?.url).toContain(file_path);
    expect((Date.parse(link_expires_at ?? '') - Date.now()) / 86_400_000).toBeCloseTo(7, 1);
  });

  it('is not given of other files than those that were delivered, nor of an earlier version', async () => {
    tour.tour_deliveries = [{ ...delivery, version: 3 }];
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Créer le lien' }));
    expect(await screen.findByText(/Les fichiers ne sont plus ceux de cette livraison/)).toBeVisible();
    cleanup();
    tour.tour_deliveries = [delivery];
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Créer le lien' }));
    expect(await screen.findByText(/publiée de nouveau depuis cette livraison/)).toBeVisible();
    expect([sent, backend.sent('PATCH', 'tour_deliveries')]).toEqual([[], []]);
  });

  it('is not offered for a delivery larger than a link can open', async () => {
    tour.tour_deliveries = [{ ...delivery, bytes: 501 * 1024 * 1024 }];
    open();
    expect(await screen.findByText(/Le ZIP pèse 501 Mo : un lien en ouvre 500 Mo au plus/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Créer le lien' })).toBeNull();
  });

  it('is signed for what is left of its days, copied, and gone once withdrawn', async () => {
    const file_path = 'e0000000-0000-4000-8000-000000000001.zip';
    const link_expires_at = new Date(Date.now() + 3_600_000).toISOString();
    tour.tour_deliveries = [{ ...delivery, file_path, link_expires_at }];
    const { answer } = backend;
    const signing = `/storage/v1/object/sign/tour-deliveries/${file_path}`;
    backend.answer = (request) => {
      if (request.target === signing) return { body: { signedURL: '/object/sign/x?token=secret' } };
      if (request.method === 'PATCH') return { body: { id: 'd1' } };
      return answer(request);
    };
    userEvent.setup();
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Copier le lien' }));
    expect(await screen.findByText(/Le lien est copié/)).toBeVisible();
    expect(await navigator.clipboard.readText()).toMatch(/token=secret&download=le-port\.zip$/);
    const { expiresIn } = (backend.sent('POST', signing)[0]?.body ?? {}) as { expiresIn: number };
    expect(Math.abs(expiresIn - 3_600)).toBeLessThan(60);
    await userEvent.click(screen.getByRole('button', { name: 'Retirer le lien' }));
    expect(await screen.findByText('Lien retiré')).toBeVisible();
    expect(backend.sent('DELETE', '/storage/v1/object/tour-deliveries')[0]?.body).toEqual({
      prefixes: [file_path],
    });
    expect(backend.sent('PATCH', 'tour_deliveries')[0]?.body).toEqual({
      file_path: null,
      link_expires_at: null,
    });
  });
});
