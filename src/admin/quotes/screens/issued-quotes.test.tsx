import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, offline, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { writeInto } from '@tests/write-into';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { IssuedQuote, ListedQuote } from '../data/issued-quotes';

const { connection } = await import('@/admin/kit/lib/connection');
const { IssuedQuotesPage } = await import('./issued-quotes-page');
const { issuedQuoteColumns } = await import('./issued-quote-columns');
const { issuedQuotesToCsv } = await import('./quote-selection');
const { IssuedQuotePage } = await import('./issued-quote-page');

const ID = 'c0000000-0000-4000-8000-000000000001';
const plainSpaces = (text: string | null) => (text ?? '').replace(/[\u00a0\u202f]/g, ' ');

const quote = (change: Partial<IssuedQuote> = {}): Partial<IssuedQuote> => ({
  id: ID,
  number: null,
  revision: 1,
  status: 'brouillon',
  organization_name: 'Ville de Percé',
  contact_name: 'Line Roy',
  contact_title: '',
  email: 'l.roy@perce.example',
  phone: '',
  address: '',
  subject: 'Visite du parc',
  lines: [{ description: 'Prise de vue', quantity: '1.500', unit: 'jour', unitPriceCents: 76_000 }],
  discount_kind: 'aucun',
  discount_value: 0,
  discount_label: '',
  tax_status: 'registered',
  valid_until: '2031-01-31',
  delivery: '',
  terms: '',
  notes: '',
  accepts_by: null,
  snapshot: null,
  total_cents: 131_072,
  sent_at: null,
  created_at: '2026-11-01T12:00:00Z',
  updated_at: '2026-11-01T12:00:00Z',
  ...change,
});

const studio = {
  sender_name: 'Studio',
  tax_registered: true,
  tps_number: '123456789 RT0001',
  tvq_number: '1234567890 TQ0001',
};

/** Stores one quote, and answers saves like the database. */
function serve(first: Partial<IssuedQuote>) {
  let stored = first;
  backend.answer = ({ method, target, body }) => {
    if (target === 'studio') return { body: studio };
    if (['quote_events', 'notifications', 'email_templates', 'quote_templates'].includes(target))
      return { body: [] };
    if (target === 'rpc/quote_accepts_by') return { body: 'council' };
    if (target === 'quote_services')
      return { body: [{ id: 's', name: 'Déplacement', description: '', unit: 'km', unit_price_cents: 68 }] };
    if (target === 'quotes' && method === 'PATCH') {
      stored = { ...stored, ...(body as Partial<IssuedQuote>), updated_at: '2026-11-01T12:00:05Z' };
    }
    return { body: stored };
  };
}

type Answer = { resolutionPath: string };

const openDraft = async () => {
  renderScreen(<IssuedQuotePage />, { path: '/admin/devis/:id', at: `/admin/devis/${ID}` });
  return within(await screen.findByRole('article'));
};
const patches = () => backend.sent('PATCH', 'quotes');

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

describe('a draft', () => {
  it('is shown as it will print, to the cent, and follows what is typed', async () => {
    serve(quote());
    const sheet = await openDraft();
    await waitFor(() =>
      expect(plainSpaces(sheet.getByText(/^TVQ/).parentElement?.textContent ?? '')).toBe(
        'TVQ (9,975 %)113,72 $',
      ),
    );
    const price = screen.getByLabelText('Prix unitaire, ligne 1');
    await userEvent.clear(price);
    await writeInto(price, '93,3333333');
    expect(price).toHaveAttribute('aria-invalid', 'true');
    await userEvent.clear(price);
    await userEvent.type(price, '93,33');
    expect(plainSpaces(sheet.getAllByText(/139,99|140,00/)[0]?.textContent ?? '')).toBe('140,00 $');
  });

  it('says what a municipality pays in the end, and the contract rule that the total reaches', async () => {
    serve(quote());
    await openDraft();
    const cost = screen.getByRole('region', { name: /Ce que paie la municipalité/ });
    await waitFor(() => expect(plainSpaces(cost.textContent)).toContain('Coût net1 196,86 $'));
    expect(cost).not.toHaveTextContent('Au moins deux invitations');
    const quantity = screen.getByLabelText('Quantité, ligne 1');
    await userEvent.clear(quantity);
    await userEvent.click(quantity);
    await userEvent.paste('30');
    await waitFor(() => expect(cost).toHaveTextContent(/Au moins deux invitations.*art\. 936/));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Brouillon de devis');
  });

  it('keeps itself a second after typing stops, over the version that was read', async () => {
    serve(quote());
    await openDraft();
    await userEvent.type(screen.getByLabelText(/^Objet/), ' Nord');
    expect(screen.getByRole('status')).toHaveTextContent('Pas encore enregistré');
    await waitFor(() => expect(patches()).toHaveLength(1));
    expect(patches()[0]?.body).toMatchObject({
      subject: 'Visite du parc Nord',
      lines: [{ description: 'Prise de vue', quantity: '1.500', unit: 'jour', unitPriceCents: 76_000 }],
    });
    expect(patches()[0]?.query.get('updated_at')).toBe('eq.2026-11-01T12:00:00Z');
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Enregistré'));
    await userEvent.type(screen.getByLabelText(/^Notes/), 'Merci');
    await waitFor(() => expect(patches()).toHaveLength(2));
    expect(patches()[1]?.query.get('updated_at')).toBe('eq.2026-11-01T12:00:05Z');
  });

  it('keeps what was typed while a slow save was under way', async () => {
    serve(quote());
    await openDraft();
    const others = backend.answer;
    let finish = () => {};
    const slow = new Promise<void>((done) => {
      finish = done;
    });
    backend.answer = async (request) => {
      if (request.method === 'PATCH' && patches().length === 1) await slow;
      return others(request);
    };
    await userEvent.type(screen.getByLabelText(/^Objet/), ' Nord');
    await waitFor(() => expect(patches()).toHaveLength(1));
    await userEvent.click(screen.getByLabelText(/^Notes/));
    await userEvent.paste('Merci');
    // Waits longer than the autosave delay.
    await act(() => new Promise((done) => setTimeout(done, 1_200)));
    finish();
    await waitFor(() => expect(patches().at(-1)?.body).toMatchObject({ notes: 'Merci' }));
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Enregistré'));
  });

  it('offline · what is typed stays, and is kept when the network is back', async () => {
    serve(quote());
    await openDraft();
    const others = backend.answer;
    backend.answer = (request) =>
      request.method === 'PATCH' || request.target === 'tags' ? offline() : others(request);
    await userEvent.type(screen.getByLabelText(/^Objet/), ' Nord');
    await waitFor(() => expect(patches().length).toBeGreaterThan(0));
    expect(await screen.findByText('Pas encore enregistré')).toBeVisible();
    expect(screen.getByLabelText(/^Objet/)).toHaveValue('Visite du parc Nord');
    expect(screen.getByRole('button', { name: 'Préparer l’envoi' })).toBeDisabled();
    vi.mocked(console.error).mockClear();
    await waitFor(() => expect(connection.isOffline()).toBe(true));
    vi.mocked(console.error).mockClear();
    serve(quote());
    await act(() => connection.check());
    await waitFor(() => expect(screen.getByText('Enregistré')).toBeVisible());
    expect(patches().at(-1)?.body).toMatchObject({ subject: 'Visite du parc Nord' });
  });

  it('lines · Enter adds one, the catalogue fills one, moving and deleting can be undone', async () => {
    serve(quote());
    await openDraft();
    // Ctrl+Enter sends the quote.
    await userEvent.type(screen.getByLabelText('Prix unitaire, ligne 1'), '{Control>}{Enter}{/Control}');
    expect(screen.queryByLabelText('Description, ligne 2')).toBeNull();
    expect(await screen.findByRole('dialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.type(screen.getByLabelText('Prix unitaire, ligne 1'), '{Enter}');
    await waitFor(() => expect(screen.getByLabelText('Description, ligne 2')).toHaveFocus());
    await userEvent.keyboard('Montage');
    await userEvent.selectOptions(
      await screen.findByLabelText('Ajouter un service du catalogue'),
      'Déplacement',
    );
    expect(screen.getByLabelText('Description, ligne 3')).toHaveValue('Déplacement');
    expect(screen.getByLabelText('Prix unitaire, ligne 3')).toHaveValue('0,68');
    await userEvent.click(screen.getByRole('button', { name: 'Monter, ligne 3' }));
    expect(screen.getByLabelText('Description, ligne 2')).toHaveValue('Déplacement');
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer, ligne 2' }));
    expect(screen.getByLabelText('Description, ligne 2')).toHaveValue('Montage');
    // Text that was typed in another line meanwhile stays.
    await userEvent.type(screen.getByLabelText('Description, ligne 2'), ' final');
    await userEvent.click(await screen.findByRole('button', { name: 'Annuler' }));
    expect(screen.getByLabelText('Description, ligne 2')).toHaveValue('Déplacement');
    expect(screen.getByLabelText('Description, ligne 3')).toHaveValue('Montage final');
  });

  it('says why it cannot be sent', async () => {
    serve(quote());
    const before = backend.answer;
    backend.answer = (request) =>
      request.target === 'rpc/send_quote'
        ? { status: 422, body: { code: 'PT422', message: 'Indiquez le courriel du client.' } }
        : before(request);
    await openDraft();
    await userEvent.click(screen.getByRole('button', { name: 'Préparer l’envoi' }));
    expect(backend.sent('POST', 'rpc/send_quote')).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Numéroter le devis' }));
    expect(await screen.findByText('Indiquez le courriel du client.')).toBeVisible();
    vi.mocked(console.error).mockClear();
  });
});

describe('sending and acceptance', () => {
  it('an e-mail that fails keeps what was typed, and is the same message when sent again', async () => {
    serve(quote());
    const before = backend.answer;
    let fails = true;
    backend.answer = (request) => {
      if (request.target !== 'rpc/email_quote') return before(request);
      return fails
        ? { status: 422, body: { code: 'PT422', message: 'Cette adresse est en erreur permanente.' } }
        : { body: '2026-001' };
    };
    await openDraft();
    await userEvent.click(screen.getByRole('button', { name: 'Envoyer par courriel' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(plainSpaces(dialog.getByLabelText<HTMLTextAreaElement>(/^Texte/).value)).toContain('1 310,72 $');
    await userEvent.click(dialog.getByLabelText(/^Texte/));
    await userEvent.paste('À bientôt');
    await userEvent.click(dialog.getByRole('button', { name: 'Envoyer' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('en erreur permanente');
    expect(dialog.getByLabelText(/^Texte/)).toHaveDisplayValue(/À bientôt/);
    vi.mocked(console.error).mockClear();
    fails = false;
    await userEvent.click(dialog.getByRole('button', { name: 'Envoyer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [first, second] = backend
      .sent('POST', 'rpc/email_quote')
      .map(({ body }) => body as { message: string });
    expect(second).toMatchObject({ message: first?.message, quote: ID, read_at: '2026-11-01T12:00:00Z' });
    // The dialog did not submit the surrounding draft.
    expect(patches()).toHaveLength(0);
  });

  it('to a public office that asked for nothing · what allows it is asked, by e-mail and by the link', async () => {
    serve(quote());
    const others = backend.answer;
    backend.answer = (request) =>
      request.target === 'rpc/quote_lacks_ground' ? { body: true } : others(request);
    await openDraft();
    await waitFor(() => expect(backend.sent('POST', 'rpc/quote_lacks_ground')).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Envoyer par courriel' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Envoyer' }));
    expect(await dialog.findByText('Choisissez ce qui permet l’envoi')).toBeVisible();
    expect(backend.sent('POST', 'rpc/email_quote')).toHaveLength(0);
    await userEvent.selectOptions(dialog.getByLabelText(/^Fondement/), 'public_call');
    await userEvent.click(dialog.getByLabelText(/^Référence/));
    await userEvent.paste('Avis 2026-14');
    await userEvent.click(dialog.getByRole('button', { name: 'Envoyer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(backend.sent('POST', 'rpc/email_quote')[0]?.body).toMatchObject({
      ground: 'public_call',
      ground_reference: 'Avis 2026-14',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Préparer l’envoi' }));
    expect(await screen.findByRole('dialog', { name: 'Préparer l’envoi' })).toBeVisible();
    expect(backend.sent('POST', 'rpc/send_quote')).toHaveLength(0);
  });

  it('a letter from a template · filled in, and nothing typed is replaced without asking', async () => {
    serve(quote({ contact_id: 'p1' }));
    const others = backend.answer;
    const template = { id: 'm1', name: 'Relance amicale', subject: 'Pour {entreprise}' };
    const body = 'Bonjour {nom}, de {ville}. Votre {poste}\u00a0?';
    backend.answer = (request) => {
      if (request.target === 'email_templates') return { body: [{ ...template, body }] };
      if (request.target === 'contacts') return { body: { id: 'p1', city: '', region: 'Gaspésie' } };
      return others(request);
    };
    await openDraft();
    await userEvent.click(screen.getByRole('button', { name: 'Envoyer par courriel' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Envoyer par courriel' }));
    const letter = dialog.getByLabelText<HTMLTextAreaElement>(/^Texte/);
    const insert = async (name: string) => {
      await userEvent.selectOptions(await dialog.findByLabelText('Modèle de courriel'), name);
      await userEvent.click(dialog.getByRole('button', { name: 'Insérer' }));
    };
    const usual = letter.value;
    await insert('Relance amicale');
    expect(letter).toHaveValue('Bonjour Line Roy, de. Votre {poste}\u00a0?');
    expect(dialog.getByLabelText(/^Sujet/)).toHaveValue('Pour Ville de Percé');
    expect(dialog.getByRole('status')).toHaveTextContent('Ville, {poste}');
    // With an empty field there is no confirmation.
    await insert('Lettre habituelle du devis');
    expect(letter).toHaveValue(usual);
    await userEvent.click(letter);
    await userEvent.paste(' À bientôt');
    await insert('Relance amicale');
    const question = within(await screen.findByRole('alertdialog'));
    await userEvent.click(question.getByRole('button', { name: 'Annuler' }));
    expect(letter).toHaveDisplayValue(/À bientôt$/);
    await userEvent.click(dialog.getByRole('button', { name: 'Insérer' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remplacer' }));
    await waitFor(() => expect(letter).toHaveDisplayValue(/^Bonjour Line Roy/));
  });

  it('a line of Aujourd’hui leads to the thread', async () => {
    serve(quote({ status: 'envoyé', number: '2026-014' }));
    renderScreen(<IssuedQuotePage />, { path: '/admin/devis/:id', at: `/admin/devis/${ID}#historique` });
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Historique' })).toHaveFocus());
  });

  it('an acceptance on paper · says what is missing, by the power that was chosen', async () => {
    serve(quote({ status: 'envoyé', number: '2026-014' }));
    renderScreen(<IssuedQuotePage />, { path: '/admin/devis/:id', at: `/admin/devis/${ID}` });
    await userEvent.click(await screen.findByRole('button', { name: 'Noter une acceptation reçue…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Noter l’acceptation' }));
    expect(await dialog.findByText('La fonction est requise')).toBeVisible();
    expect(dialog.getByText('La date de la résolution est requise')).toBeVisible();
    await userEvent.selectOptions(dialog.getByLabelText(/^Ce qui autorise/), 'delegation');
    for (const [label, text] of [
      [/^Fonction/, 'Greffière'],
      [/^Comment/, 'Par la poste'],
    ] as const) {
      await userEvent.click(dialog.getByLabelText(label));
      await userEvent.paste(text);
    }
    await userEvent.click(dialog.getByRole('button', { name: 'Noter l’acceptation' }));
    expect(await dialog.findByText('Le numéro du bon de commande est requis')).toBeVisible();
    await userEvent.click(dialog.getByLabelText(/^Numéro du bon/));
    await userEvent.paste('BC-12');
    const scan = dialog.getByLabelText(/^Copie du bon de commande/);
    await userEvent.upload(scan, new File(['GIF89a'], 'bon.pdf', { type: 'application/pdf' }));
    expect(await dialog.findByText('Ce fichier n’est pas un PDF.')).toBeVisible();
    await userEvent.upload(scan, new File(['%PDF-1.7'], 'bon.pdf', { type: 'application/pdf' }));
    await waitFor(() => expect(scan).not.toHaveAttribute('aria-invalid', 'true'));
    await userEvent.click(dialog.getByRole('button', { name: 'Noter l’acceptation' }));
    await waitFor(() => expect(backend.sent('POST', 'rpc/record_paper_acceptance')).toHaveLength(1));
    const [recorded] = backend.sent('POST', 'rpc/record_paper_acceptance');
    const answer = (recorded?.body as { answer?: Answer } | undefined)?.answer;
    expect(answer).toMatchObject({
      name: 'Line Roy',
      jobTitle: 'Greffière',
      authority: 'delegation',
      purchaseOrder: 'BC-12',
    });
    // The scan is uploaded before the record that names it.
    expect(backend.sent('POST', `/storage/v1/object/quote-files/${answer?.resolutionPath}`)).toHaveLength(1);
  });
});

describe('the list', () => {
  it('shows number, client, state and amount, and the totals by state', async () => {
    backend.answer = ({ target }) => {
      if (target === 'rpc/quote_totals_by_status')
        return { body: [{ status: 'envoyé', quotes: 1, total_cents: 131_072 }] };
      return {
        body: target === 'quotes' ? [quote({ status: 'envoyé', number: '2026-014', revision: 2 })] : [],
      };
    };
    renderScreen(<IssuedQuotesPage />);
    expect(await screen.findByRole('link', { name: '2026-014, révision 2' })).toBeVisible();
    const strip = await screen.findByRole('list', { name: 'Devis par statut' });
    expect(plainSpaces(strip.textContent)).toBe('Envoyé 1 · 1 310,72 $');
    expect(screen.queryByRole('button', { name: /^Supprimer/ })).toBeNull();
  });

  it('on a phone · a quote without a subject ends with its number', () => {
    const lineOf = (subject: string) =>
      issuedQuoteColumns
        .find(({ key }) => key === 'objet')
        ?.mobileCell?.(quote({ number: '2026-014', subject }) as ListedQuote);
    expect(plainSpaces(String(lineOf('Visite du parc')))).toBe('1 310,72 $ · 2026-014 · Visite du parc');
    expect(plainSpaces(String(lineOf('')))).toBe('1 310,72 $ · 2026-014');
  });

  it('a selection · a file of it, and only its drafts can be deleted', async () => {
    const rows = [
      quote({ organization_name: '=MRC' }),
      quote({ id: 'c2', status: 'envoyé', number: '2026-014' }),
    ];
    backend.answer = ({ target }) => ({ body: target === 'quotes' ? rows : [] });
    renderScreen(<IssuedQuotesPage />);
    await userEvent.click(await screen.findByRole('checkbox', { name: /=MRC/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /2026-014/ }));
    const bar = within(await screen.findByRole('region', { name: 'Actions sur la sélection' }));
    expect(bar.getByRole('status')).toHaveTextContent('2 devis sélectionnés');
    await userEvent.click(bar.getByRole('button', { name: /^Supprimer 1\sbrouillon/ }));
    await waitFor(() => expect(backend.posted()).toContainEqual({ kind: 'quotes', ids: [ID] }));
    const csv = issuedQuotesToCsv(rows as ListedQuote[]);
    expect(csv).toContain(`"'=MRC"`);
    expect(csv).toMatch(/"2026-014";.*"Envoyé";/);
  });
});
