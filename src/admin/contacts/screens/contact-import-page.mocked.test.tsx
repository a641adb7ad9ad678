import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, offline, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Encoding } from '@/admin/kit/lib/decode-text';
import { signInAgain } from '@/admin/kit/lib/sign-in-again';
import { checkList, readList } from './import-engine';

// jsdom has no workers: the file is read and checked in the page.
vi.mock('./list-reader', () => ({
  openListReader: () => ({
    read: async (file: File, encoding?: Encoding) =>
      readList(new Uint8Array(await file.arrayBuffer()), encoding),
    check: async (...request: Parameters<typeof checkList>) => checkList(...request),
    close: () => {},
  }),
}));

const { contacts } = await import('../data/contacts');
const { ContactImportPage } = await import('./contact-import-page');

const file = () =>
  new File(
    [
      'Nom,Entreprise,Courriel,Ville,Région\n',
      ...Array.from({ length: 1200 }, (_, n) => `Nom ${n},Ent.,n${n}@import.example,Alma,Estrie\n`),
    ],
    'liste.csv',
  );

type Block = { block: { name: string }[]; dry_run: boolean };
const sentBlocks = () =>
  backend
    .sent('POST', 'rpc/import_contacts')
    .map(({ body }) => body as Block)
    .filter(({ dry_run }) => !dry_run);

/** Accepts every block except those, counted from 1, that `fail` refuses; the dry run is not counted. */
function serve(fail: (block: number) => unknown = () => {}) {
  backend.answer = async ({ target, body }) => {
    if (target !== 'rpc/import_contacts') return { body: [] };
    const { block, dry_run } = body as Block;
    if (!dry_run) await fail(sentBlocks().length);
    return {
      body: { inserted: block.map((_, n) => n), completed: [], skipped: [], unsubscribed: [], given: [] },
    };
  };
}

async function reviewImport() {
  const view = renderScreen(<ContactImportPage />, { path: '/admin/contacts/import' });
  await userEvent.upload(await screen.findByLabelText(/^Choisir un fichier Excel ou CSV/), file());
  await userEvent.type(await screen.findByLabelText(/^Provenance/), 'Congrès');
  await userEvent.click(screen.getByRole('button', { name: 'Vérifier sans importer' }));
  return view;
}

const IMPORT = /^Importer 1\s200 contacts$/;

async function startImport() {
  const view = await reviewImport();
  await userEvent.click(await screen.findByRole('button', { name: IMPORT }));
  return view;
}

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

it('says in French that the network was cut, and goes on from the block that failed', async () => {
  serve((block) => block === 2 && offline());
  await startImport();
  expect(await screen.findByText(/^Import arrêté après 500 contacts sur 1\s200/)).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Vérifiez votre connexion');
  vi.mocked(console.error).mockClear();

  await userEvent.click(screen.getByRole('button', { name: 'Reprendre' }));
  expect(await screen.findByText('Importation terminée.')).toBeVisible();
  expect(sentBlocks().map(({ block }) => [block[0]?.name, block.length])).toEqual([
    ['Nom 0', 500],
    ['Nom 500', 500],
    ['Nom 500', 500],
    ['Nom 1000', 200],
  ]);
  expect(screen.getByText('Ajoutés').parentElement).toHaveTextContent(/1\s200$/);
  expect(screen.queryByRole('button', { name: 'Reprendre' })).toBeNull();
});

it('imports the others of a block when the database refuses a row, and names it', async () => {
  const refusal = { code: '23514', message: 'violates check constraint "contacts_name_one_line"' };
  backend.answer = ({ target, body }) => {
    if (target !== 'rpc/import_contacts') return { body: [] };
    const { block, dry_run } = body as Block;
    if (!dry_run && block.some(({ name }) => name === 'Nom 250')) return { status: 400, body: refusal };
    return {
      body: { inserted: block.map((_, n) => n), completed: [], skipped: [], unsubscribed: [], given: [] },
    };
  };
  await startImport();
  expect(await screen.findByText('Importation terminée.')).toBeVisible();
  expect(screen.getByText('Ajoutés').parentElement).toHaveTextContent(/1\s199$/);
  expect(screen.getByText(/lignes de contacts/)).toHaveTextContent(
    /^1\s200 lignes de contacts : 1\s199 ajoutées, 1 non importée\.$/,
  );
  const refused = screen.getByRole('region', { name: '1 ligne non importée' });
  expect(refused).toHaveTextContent('Ligne 252 : La base de données refuse le champ Nom');
});

it('quotes at the end the cell of a row that was not imported', async () => {
  serve();
  renderScreen(<ContactImportPage />, { path: '/admin/contacts/import' });
  const list =
    'Nom;Entreprise;Courriel;Ville;Région\nLuc;E;luc.d’amours@ville.example;Alma;Estrie\nEva;E;;Alma;Estrie\n';
  await userEvent.upload(
    await screen.findByLabelText(/^Choisir un fichier Excel ou CSV/),
    new File([list], 'liste.csv'),
  );
  await userEvent.type(await screen.findByLabelText(/^Provenance/), 'Congrès');
  await userEvent.click(screen.getByRole('button', { name: 'Vérifier sans importer' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Importer 1 contact' }));
  const refused = await screen.findByRole('region', { name: '1 ligne non importée' });
  expect(refused).toHaveTextContent('Ligne 2 : Email invalide « luc.d’amours@ville.example »');
});

it('makes what was read of the contacts before be read again', async () => {
  serve();
  const { client } = await reviewImport();
  client.setQueryData([...contacts.all, 'list'], []);
  await userEvent.click(await screen.findByRole('button', { name: IMPORT }));
  expect(await screen.findByText('Importation terminée.')).toBeVisible();
  expect(client.getQueryState([...contacts.all, 'list'])?.isInvalidated).toBe(true);
});

it('counts what a dry run promises to a contact once, in whichever block it is found again', async () => {
  backend.answer = ({ target, body }) => {
    if (target !== 'rpc/import_contacts') return { body: [] };
    const { block } = body as Block;
    const given = [{ line: 0, contact: 'c1', columns: ['phone'] }];
    const skipped = block.map((_, n) => n).slice(1);
    return { body: { inserted: [], completed: [0], skipped, unsubscribed: [], given } };
  };
  await reviewImport();
  // The file has three blocks, with the same contact in each.
  expect((await screen.findByText('À compléter')).parentElement).toHaveTextContent(/\D1$/);
});

it('says what is already saved to whoever leaves in the middle', async () => {
  let release = () => {};
  serve((block) => block === 2 && new Promise<void>((resolve) => (release = resolve)));
  const { go } = await startImport();
  expect(await screen.findByText(/^Import en cours/)).toHaveTextContent(/500 sur 1\s200/);
  await go('/admin/contacts');
  const question = await screen.findByRole('alertdialog', { name: 'Arrêter l’importation?' });
  expect(question).toHaveTextContent(/^.*500 contacts sur 1\s200 sont déjà traités et le resteront/);
  await userEvent.click(within(question).getByRole('button', { name: 'Arrêter et quitter' }));
  expect(await screen.findByText('Ailleurs')).toBeVisible();
  release();
});

it('asks once what a sector means and remembers it, and takes a cell that is mended on the spot', async () => {
  localStorage.removeItem('import-valeurs');
  serve();
  renderScreen(<ContactImportPage />, { path: '/admin/contacts/import' });
  const list = 'Nom;Entreprise;Courriel;Ville;Région;Secteur\nAnne;Ent.;anne@;Alma;Estrie;Licornes\n';
  await userEvent.upload(await screen.findByLabelText(/^Choisir un fichier/), new File([list], 'liste.csv'));
  await userEvent.click(await screen.findByLabelText(/^Provenance/));
  await userEvent.paste('Congrès');
  const check = () => screen.getByRole('button', { name: 'Vérifier sans importer' });
  await userEvent.click(check());
  await userEvent.selectOptions(await screen.findByLabelText(/Licornes/), 'Tourisme');
  await userEvent.click(check());
  const cell = await screen.findByLabelText('Courriel de la ligne 2');
  await userEvent.clear(cell);
  await userEvent.click(cell);
  await userEvent.paste('anne@fjord.example');
  await userEvent.click(screen.getByRole('button', { name: 'Vérifier les corrections' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Importer 1 contact' }));
  expect(await screen.findByText('Importation terminée.')).toBeVisible();
  expect(sentBlocks()[0]?.block).toMatchObject([{ email: 'anne@fjord.example', sector: 'tourisme' }]);
  expect(JSON.parse(localStorage.getItem('import-valeurs') ?? '{}')).toMatchObject({
    sector: { licornes: 'tourisme' },
  });
});

it('keeps what is corrected through the columns and for a later visit, and offers it back', async () => {
  serve();
  const list = new File(
    ['Nom;Entreprise;Courriel;Ville;Région\nAnne;Ent.;anne@;Alma;Estrie\n'],
    'liste.csv',
    {
      lastModified: 1,
    },
  );
  const open = async () => {
    const view = renderScreen(<ContactImportPage />, { path: '/admin/contacts/import' });
    await userEvent.upload(await screen.findByLabelText(/^Choisir un fichier/), list);
    await userEvent.click(await screen.findByLabelText(/^Provenance/));
    await userEvent.paste('Congrès');
    return view;
  };
  const check = () => userEvent.click(screen.getByRole('button', { name: 'Vérifier sans importer' }));
  const view = await open();
  await check();
  const cell = await screen.findByLabelText('Courriel de la ligne 2');
  await userEvent.clear(cell);
  await userEvent.click(cell);
  await userEvent.paste('anne@fjord.example');
  await userEvent.click(screen.getByRole('button', { name: 'Revenir aux colonnes' }));
  await check();
  expect(await screen.findByRole('button', { name: 'Importer 1 contact' })).toBeVisible();
  view.unmount();

  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Reprendre les corrections' }));
  await check();
  await userEvent.click(await screen.findByRole('button', { name: 'Importer 1 contact' }));
  expect(await screen.findByText('Importation terminée.')).toBeVisible();
  expect(sentBlocks()[0]?.block).toMatchObject([{ email: 'anne@fjord.example' }]);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:import'))).toEqual([]);
});

it('asks for the session that ended in the middle over the page, and goes on by itself', async () => {
  const stored: number[] = [];
  let isOver = false;
  backend.answer = ({ target, body }) => {
    if (target !== 'rpc/import_contacts') return { body: [] };
    if (isOver) return { status: 401, body: { code: 'PGRST303', message: 'JWT expired' } };
    const { block, dry_run } = body as Block;
    if (!dry_run) {
      stored.push(block.length);
      isOver = stored.length === 1;
    }
    return {
      body: { inserted: block.map((_, n) => n), completed: [], skipped: [], unsubscribed: [], given: [] },
    };
  };
  await startImport();
  // The shell, which asks for the password, is not rendered: the session is renewed directly.
  await vi.waitFor(() => expect(signInAgain.isAsked()).toBe(true));
  isOver = false;
  signInAgain.resume({ access_token: 'renewed' } as never);
  expect(await screen.findByText('Importation terminée.')).toBeVisible();
  expect(stored).toEqual([500, 500, 200]);
});

it('asks about accents that may be read in two ways, and reads them as is answered', async () => {
  serve();
  renderScreen(<ContactImportPage />, { path: '/admin/contacts/import' });
  const text = 'Nom;Entreprise;Ville;Notes\nAnne;Ent.;Alma;Suite';
  const bytes = Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)).concat(0xc9));
  await userEvent.upload(await screen.findByLabelText(/^Choisir un fichier/), new File([bytes], 'liste.csv'));
  const question = await screen.findByRole('region', { name: 'Accents du fichier' });
  expect(question).toHaveTextContent('Les accents de liste.csv peuvent se lire de deux façons.');
  await userEvent.click(within(question).getByRole('button', { name: /SuiteÉ/ }));
  expect(await screen.findByText('SuiteÉ')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Accents du fichier' })).toBeNull();
});
