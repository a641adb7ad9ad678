import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type BackendAnswer,
  type BackendRequest,
  backend,
  renderScreen,
  signInAsAdmin,
} from '@tests/fake-backend';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// jsdom has byte arrays of its own, which those of Node's TextEncoder are not instances of.
globalThis.Uint8Array = new TextEncoder().encode('').constructor as Uint8ArrayConstructor;

const { FullExportCard } = await import('./full-export-card');

const LIST = '/storage/v1/object/list/tour-images';
const picture = (name: string) => `/storage/v1/object/public/tour-images/${name}`;

type Served = Record<
  string,
  unknown[] | ((request: BackendRequest) => BackendAnswer | Promise<BackendAnswer>)
>;

/** Answers page by page from these rows; other tables are empty, and there are no pictures unless named. */
function serve(served: Served = {}) {
  backend.answer = (request) => {
    const rows = served[request.target];
    if (typeof rows === 'function') return rows(request);
    if (request.target === 'rpc/start_full_export') return { body: { contacts: 0 } };
    const from = Number(request.query.get('offset') ?? 0);
    return { body: (rows ?? []).slice(from, from + Number(request.query.get('limit') ?? 1000)) };
  };
}

/** The saved file, as it was written piece by piece. */
const savedFile = { pieces: [] as Uint8Array[], closed: false, aborted: false };
const text = () => Buffer.concat(savedFile.pieces).toString('utf8');

/** Simulates a browser with a file picker, whose disk writes at its own speed. */
function withPicker(write: () => Promise<void> | void = () => {}) {
  vi.stubGlobal('showSaveFilePicker', async () => ({
    createWritable: async () =>
      new WritableStream<Uint8Array>(
        {
          write: (piece) => {
            savedFile.pieces.push(piece);
            return write();
          },
          close: () => {
            savedFile.closed = true;
          },
          abort: () => {
            savedFile.aborted = true;
          },
        },
        new CountQueuingStrategy({ highWaterMark: 1 }),
      ),
  }));
}

const start = async () => {
  renderScreen(<FullExportCard />);
  await userEvent.click(screen.getByRole('button', { name: 'Tout exporter' }));
};
const plainSpaces = (found: string) => found.replace(/\s/gu, ' ');

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  Object.assign(savedFile, { pieces: [], closed: false, aborted: false });
});
afterEach(() => vi.unstubAllGlobals());

describe('« Tout exporter »', () => {
  it('writes lists with French headings and the pictures, after the register knows', async () => {
    serve({
      contacts: [{ id: '1', name: '=Zoé', company: 'Quai', email: null, created_at: '2026-11-02T19:30:00Z' }],
      virtual_tours: [{ id: '2', is_featured: true }],
      privacy_register: [{ id: '3', kind: 'full_export', detail: { contacts: 1 } }],
      [LIST]: [{ name: 'fjord.jpg' }],
      [picture('fjord.jpg')]: () => ({ body: 'JPEG' }),
      panorama_tour_drafts: [
        {
          document: {
            scenes: [
              { original: 't/a/original.jpg', picture: { folder: 't/a' }, points: [] },
              { picture: { folder: 't/b' }, points: [{ picture: { path: 't/p/picture.jpg' } }] },
            ],
            floors: [{ path: 't/q/picture.jpg' }],
          },
        },
      ],
      '/storage/v1/object/panorama-originals/t/a/original.jpg': () => ({ text: 'ORIGINAL' }),
      '/storage/v1/object/panoramas/t/b/base.jpg': () => ({ text: 'SPHÈRE' }),
      '/storage/v1/object/panoramas/t/p/picture.jpg': () => ({ text: 'POINT' }),
      '/storage/v1/object/panoramas/t/q/picture.jpg': () => ({ text: 'PLAN' }),
      quotes: [{ id: 'q1' }],
      quote_acceptances: [{ resolution_path: 'q1/resolution.pdf' }],
      '/storage/v1/object/quote-files/q1/devis.pdf': () => ({ text: '%PDF-devis' }),
      '/storage/v1/object/quote-files/q1/resolution.pdf': () => ({ text: '%PDF-resolution' }),
    });
    withPicker();
    await start();
    expect(await screen.findByText('L’exportation est complète.')).toBeVisible();
    expect(savedFile.closed).toBe(true);
    expect(backend.requests[0]?.target).toBe('rpc/start_full_export');
    const zip = text();
    for (const name of ['contacts.csv', 'soumissions.csv', 'images/fjord.jpg', 'LISEZ-MOI.txt']) {
      expect(zip).toContain(name);
    }
    expect(zip).toMatch(/\uFEFF"Numéro";"Nom";"Entreprise";"Courriel"/);
    for (const [name, begin] of [
      ['devis', '%PDF-devis'],
      ['resolution', '%PDF-resolution'],
    ])
      expect(zip).toMatch(new RegExp(`fichiers-des-devis/q1/${name}\\.pdf[^]*${begin}`));
    for (const [path, begin] of [
      ['a/original', 'ORIGINAL'],
      ['b/base', 'SPHÈRE'],
      ['p/picture', 'POINT'],
      ['q/picture', 'PLAN'],
    ])
      expect(zip).toMatch(new RegExp(`panoramas/t/${path}\\.jpg[^]*${begin}`));
    // A formula becomes plain text, an object JSON, and true « oui ».
    expect(zip).toContain("'=Zoé");
    expect(zip).toContain('contacts"":1');
    expect(zip).toMatch(/"2";.*"oui"/);
    expect(zip).toContain('Rien ne manque.');
    expect(zip).not.toContain('unsubscribe_token');
    const columns = backend.sent('GET', 'email_sends')[0]?.query.get('select') ?? '';
    expect(columns).not.toMatch(/token|hash/);
  });

  it('asks for the next page only when the one before has left, and never holds the table', async () => {
    const rows = Array.from({ length: 3_500 }, (_, index) => ({
      id: String(index),
      name: 'x'.repeat(1_000),
    }));
    serve({ contacts: rows });
    let ahead = 0;
    withPicker(async () => {
      const taken = savedFile.pieces.reduce((sum, { length }) => sum + length, 0);
      // Counts the pages of about 1 MB that were read before the disk accepted the previous ones.
      ahead = Math.max(ahead, backend.sent('GET', 'contacts').length - Math.floor(taken / 1_000_000));
      await new Promise((next) => setTimeout(next, 1));
    });
    await start();
    expect(await screen.findByText('L’exportation est complète.', {}, { timeout: 10_000 })).toBeVisible();
    expect(backend.sent('GET', 'contacts')).toHaveLength(4);
    expect(ahead).toBeLessThanOrEqual(3);
    expect(Math.max(...savedFile.pieces.map(({ length }) => length))).toBeLessThan(1_200_000);
    // The header row is written once and not for each page.
    expect(text().match(/"Entreprise";"Courriel";"Téléphone";"Ville"/g)).toHaveLength(1);
    expect(text()).toMatch(/\r\n"3499";/);
  });

  it('names what failed on the screen and in LISEZ-MOI.txt, and copies the rest', async () => {
    const pages = vi.fn<() => BackendAnswer>();
    pages.mockReturnValueOnce({ body: Array.from({ length: 1000 }, (_, index) => ({ id: String(index) })) });
    pages.mockReturnValue({ status: 500, body: { message: 'boom' } });
    serve({
      quote_requests: pages,
      tags: [{ id: '9', name: 'Port' }],
      [LIST]: [{ name: 'perdue.jpg' }, { name: 'quai.jpg' }],
      [picture('perdue.jpg')]: () => ({ status: 404 }),
      [picture('quai.jpg')]: () => ({ body: 'JPEG' }),
    });
    withPicker();
    await start();
    const alert = await screen.findByRole('alert');
    expect(plainSpaces(alert.textContent ?? '')).toMatch(
      /L’exportation est incomplète : 2 fichiers en défaut/,
    );
    expect(plainSpaces(alert.textContent ?? '')).toContain(
      'soumissions.csv : incomplet, 1000 lignes copiées',
    );
    expect(plainSpaces(alert.textContent ?? '')).toContain('images/perdue.jpg : le serveur a répondu 404');
    const zip = plainSpaces(text());
    expect(zip).toContain('- soumissions.csv : incomplet, 1000 lignes copiées');
    expect(zip).toContain('- images/perdue.jpg : le serveur a répondu 404');
    expect(zip).toContain('images/quai.jpg');
    expect(zip).toMatch(/9";"Port/);
  });

  it('stops when it is given up, and leaves no file', async () => {
    let release = () => {};
    serve({
      contacts: () => new Promise<BackendAnswer>((resolve) => (release = () => resolve({ body: [] }))),
    });
    withPicker();
    await start();
    expect(await screen.findByText(/Copie de contacts\.csv…/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Annuler l’exportation' }));
    release();
    expect(await screen.findByText('Exportation annulée')).toBeVisible();
    await waitFor(() => expect(savedFile.aborted).toBe(true));
    expect(savedFile.closed).toBe(false);
    expect(screen.getByRole('button', { name: 'Tout exporter' })).toBeVisible();
  });

  it('reads nothing while the register refuses', async () => {
    serve({ 'rpc/start_full_export': () => ({ status: 403, body: { message: 'non' } }) });
    withPicker();
    await start();
    expect(await screen.findByText('L’exportation n’a pas pu être terminée')).toBeVisible();
    expect(backend.requests.map(({ target }) => target)).toEqual(['rpc/start_full_export']);
    vi.mocked(console.error).mockClear();
  });

  it('downloads at the end in a browser that does not ask where', async () => {
    serve({ tags: [{ id: '9', name: 'Port' }] });
    const files: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
        revokeObjectURL: () => {},
      }),
    );
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    await start();
    expect(await screen.findByText('L’exportation est complète.')).toBeVisible();
    expect(click).toHaveBeenCalledOnce();
    expect(await files[0]?.text()).toContain('Port');
    click.mockRestore();
  });
});
