import { readFileSync } from 'node:fs';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type BackendAnswer, backend, offline, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { serviceTags } from '@/admin/tags/data/tags';
import { FROM_SETUP } from '../parts/setup-return';

const { SetupPage } = await import('./setup-page');

let state: Record<string, unknown>;
let test: () => BackendAnswer | Promise<BackendAnswer>;
let download: (file: string) => BackendAnswer;

beforeEach(() => {
  backend.reset();
  backend.isSetUp = false;
  signInAsAdmin();
  state = {
    identity: true,
    sender: false,
    register: true,
    tags: false,
    tour: false,
    publishing: false,
    register_count: 1285,
    register_date: '2026-10-05',
    skipped: [],
    studio_name: 'Nord',
    demo: false,
    sender_ready: true,
    sender_tested_at: null,
    demo_counts: {},
  };
  test = () => {
    state = { ...state, sender: true, sender_tested_at: new Date().toISOString() };
    return { body: { sentTo: 'moi@exemple.test' } };
  };
  download = (file) => ({
    body: { name: file, text: readFileSync(`tests/fixtures/register/${file}`, 'utf8'), modifiedAt: null },
  });
  backend.answer = ({ target, body }) => {
    if (target === 'rpc/setup_state') return { body: state };
    if (target.endsWith('/send-test-email')) return test();
    if (target.endsWith('/download-register')) return download((body as { file: string }).file);
    if (target === 'rpc/import_municipalities') {
      return { body: { added: 2, changed: 1, unchanged: 113, missing: 0 } };
    }
    return { body: 3 };
  };
});

const step = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('li') as HTMLElement);
const testButton = async () =>
  (await step('Courriels')).getByRole('button', { name: 'M’envoyer un message d’essai' });

describe('the sender', () => {
  it('is done by a test message that was accepted, pressed twice and sent once', async () => {
    let answer = (_: BackendAnswer) => {};
    const accepted = test;
    test = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    renderScreen(<SetupPage />);
    expect((await step('Courriels')).getByText('À faire')).toBeInTheDocument();
    await userEvent.dblClick(await testButton());
    expect(screen.getByText('Envoi en cours…')).toBeVisible();
    await waitFor(() => expect(backend.sent('POST', '/functions/v1/send-test-email')).not.toEqual([]));
    answer(await accepted());
    expect(await screen.findByText(/Regardez la boîte de moi@exemple\.test/)).toBeVisible();
    expect(backend.posted().filter((body) => (body as { text?: null })?.text === null)).toEqual([
      { text: null },
    ]);
    await waitFor(async () => expect((await step('Courriels')).getByText('Fait')).toBeInTheDocument());
  });

  it.each([
    ['refused', 502, 'L’essai n’est pas parti. Le domaine n’est pas vérifié chez le fournisseur.'],
    ['one too many', 429, 'Veuillez patienter quelques minutes, puis réessayer.'],
  ])('%s: says why, and may be tried again', async (_what, status, error) => {
    const accepted = test;
    test = () => ({ status, body: { error } });
    renderScreen(<SetupPage />);
    await userEvent.click(await testButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(error);
    test = accepted;
    await userEvent.click(await testButton());
    expect(await screen.findByText(/Accepté par le fournisseur/)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is tested once there is something to send from', async () => {
    state.sender_ready = false;
    renderScreen(<SetupPage />);
    expect((await step('Courriels')).queryByRole('button', { name: /essai/ })).toBeNull();
    expect((await step('Courriels')).getByRole('link', { name: 'Choisir l’expéditeur' })).toBeVisible();
  });
});

it('names what an identity that was begun still lacks', async () => {
  state.identity = false;
  const written = { sender_name: 'Nord', legal_name: 'Nord inc.', postal_address: '' };
  const stored = { ...written, contact_email: 'a@b.test', contact_phone: '', neq: '', tax_registered: null };
  const answer = backend.answer;
  backend.answer = (request) => (request.target === 'studio' ? { body: stored } : answer(request));
  renderScreen(<SetupPage />);
  // Fields marked as optional do not count as missing.
  expect(await screen.findByText(/^Il manque.: adresse postale\.$/)).toBeVisible();
});

it('opens each step so that its screen leads back here', async () => {
  Object.assign(state, { identity: false, studio_name: '' });
  const { router } = renderScreen(<SetupPage />, { path: '/admin/demarrage' });
  await userEvent.click((await step('Identité du studio')).getByRole('link', { name: 'Remplir l’identité' }));
  expect(router.state.location).toMatchObject({ pathname: '/admin/parametres', state: FROM_SETUP });
});

it('adds the eight services by one press', async () => {
  renderScreen(<SetupPage />);
  const categories = await step('Catégories');
  state.tags = true;
  await userEvent.click(categories.getByRole('button', { name: 'Ajouter les huit services' }));
  expect(await screen.findByText('Catégories ajoutées')).toBeInTheDocument();
  const sent = backend.sent('POST', 'tags')[0]?.body as { slug: string; display_order: number }[];
  expect(sent.map(({ slug }) => slug)).toEqual(serviceTags.map(({ slug }) => slug));
  expect(sent).toHaveLength(8);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Ajouter les huit services' })).toBeNull());
});

describe('the register', () => {
  const press = async () =>
    userEvent.click(
      (await step('Répertoire des municipalités')).getByRole('button', {
        name: 'Mettre à jour le répertoire',
      }),
    );

  it('says its age, and is renewed from the official files by one press', async () => {
    renderScreen(<SetupPage />);
    expect((await step('Répertoire des municipalités')).getByText(/5 octobre 2026/)).toBeVisible();
    await press();
    expect(await screen.findByText(/2.nouveaux, 1.modifié, 113 sans changement/)).toBeInTheDocument();
    const [looked, sent] = backend.sent('POST', 'rpc/import_municipalities');
    expect([looked, sent].map((one) => one?.body)).toEqual([
      expect.objectContaining({ dry_run: true }),
      expect.objectContaining({ dry_run: false }),
    ]);
    expect((sent?.body as { places?: unknown[] } | undefined)?.places).toHaveLength(116);
  });

  it('is not renewed by files that name far fewer places', async () => {
    const answer = backend.answer;
    backend.answer = (request) =>
      request.target === 'rpc/import_municipalities'
        ? { body: { added: 0, changed: 0, unchanged: 116, missing: 900 } }
        : answer(request);
    renderScreen(<SetupPage />);
    await press();
    expect(await screen.findByText(/900 lieux connus ne sont plus/)).toBeInTheDocument();
    expect(backend.sent('POST', 'rpc/import_municipalities')).toHaveLength(1);
    vi.mocked(console.error).mockClear();
  });

  it('is installed whole by one press where there is none', async () => {
    state = { ...state, register: false, register_count: 0, register_date: null };
    renderScreen(<SetupPage />);
    const button = (await step('Répertoire des municipalités')).getByRole('button', {
      name: 'Installer le répertoire fourni',
    });
    await userEvent.click(button);
    expect(await screen.findByText('Répertoire installé')).toBeInTheDocument();
    const sent = backend.sent('POST', 'rpc/import_municipalities').at(-1)?.body as { places: unknown[] };
    expect(sent).toMatchObject({ dry_run: false, source_date: '2025-06-01' });
    expect(sent.places).toHaveLength(1285 + 87);
  });

  it('stays as it is when the files do not come, or are not what they were', async () => {
    download = () => ({ status: 502, body: { error: 'Le répertoire officiel ne répond pas.' } });
    renderScreen(<SetupPage />);
    await press();
    expect(await screen.findByText('Le répertoire officiel ne répond pas.')).toBeInTheDocument();
    download = (file) => ({ body: { name: file, text: '<html>', modifiedAt: null } });
    await press();
    expect(
      await screen.findByText(/Les fichiers officiels ont changé. Rien n’a été modifié/),
    ).toBeInTheDocument();
    download = offline;
    await press();
    expect(await screen.findByText(/Impossible de joindre le serveur/)).toBeInTheDocument();
    expect(backend.sent('POST', 'rpc/import_municipalities')).toEqual([]);
    vi.mocked(console.error).mockClear();
  });
});

it('empties a demo after saying how much goes, and that it is for good', async () => {
  Object.assign(state, { demo: true, demo_counts: { virtual_tours: 12, contacts: 60, campaigns: 1 } });
  renderScreen(<SetupPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Vider le studio de démonstration' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent?.replace(/\s/g, ' ')).toMatch(
    /12 visites, 60 contacts et 1 campagne.*irréversible/,
  );
  expect(backend.sent('POST', 'rpc/empty_demo_studio')).toEqual([]);
  state.demo = false;
  await userEvent.click(within(dialog).getByRole('button', { name: 'Vider le studio' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Contenu de démonstration' })).toBeNull());
  expect(backend.sent('POST', 'rpc/empty_demo_studio')).toHaveLength(1);
});
