import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type BackendAnswer, backend, offline, renderAt } from '@tests/fake-backend';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { SESSION_KEY } from '@/shared/lib/session-key';
import type { PublicQuote } from '@/site/data/public-quotes';

const { QuotePage } = await import('./quote-page');

const TOKEN = '0123456789abcdef0123456789abcdef';
const plainSpaces = (text: string | null | undefined) => (text ?? '').replace(/[\u00a0\u202f]/g, ' ');

const quote = (change: Partial<PublicQuote> = {}): PublicQuote => ({
  status: 'envoyé',
  emailHint: 'g•••@perce.example',
  acceptsBy: 'council',
  acceptance: null,
  document: {
    number: '2026-014',
    revision: 2,
    date: '2026-11-02',
    validUntil: '2026-12-02',
    subject: 'Visite du parc',
    delivery: '',
    terms: '',
    notes: '',
    discount: null,
    studio: {
      name: 'Studio du Fjord',
      legalName: '',
      address: '',
      phone: '',
      email: 'devis@fjord.example',
      website: '',
      neq: '',
      gstNumber: '',
      qstNumber: '',
      taxStatus: 'registered',
    },
    client: {
      organization: 'Ville de Percé',
      contactName: 'Line Roy',
      contactTitle: '',
      email: 'l.roy@perce.example',
      phone: '418-555-0151',
      address: '',
    },
    lines: [
      {
        description: 'Prise de vue',
        quantity: '1.000',
        unit: 'jour',
        unitPriceCents: 1_000_000,
        amountCents: 1_000_000,
      },
    ],
    totals: {
      subtotalCents: 1_000_000,
      discountCents: 0,
      taxableCents: 1_000_000,
      gstCents: 50_000,
      qstCents: 99_750,
      totalCents: 1_149_750,
    },
  },
  ...change,
});

type Call = { action: string } & Record<string, unknown>;
const calls = (action: string) =>
  backend.requests.map(({ body }) => body as Call).filter((call) => call?.action === action);

/** Serves the edge function; the answers of a test take precedence. */
function serve(stored: PublicQuote | null = quote(), answers: Record<string, () => BackendAnswer> = {}) {
  backend.answer = ({ body }) => {
    const { action } = body as Call;
    if (answers[action]) return answers[action]();
    if (!stored) return { status: 404, body: { code: 'not_found' } };
    if (action === 'read') return { body: stored };
    if (action === 'accept') return { body: { acceptance: ACCEPTED } };
    return { status: 204 };
  };
}

const ACCEPTED = { name: 'Line Roy', jobTitle: 'Greffière', acceptedAt: '2026-11-10T15:00:00Z' };

const open = (token = TOKEN) =>
  renderAt(
    `/devis/${token}`,
    <Routes>
      <Route path="/devis/:token" element={<QuotePage />} />
    </Routes>,
  );
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const form = (name: string) => within(screen.getByRole('form', { name }));
const paste = async (label: RegExp, text: string) => {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
};

/** Fills in the acceptance and asks for the code. */
async function askCode() {
  open();
  await press('Accepter');
  await paste(/^Votre nom/, ' Line Roy ');
  await paste(/^Votre fonction/, 'Greffière');
  await paste(/^Numéro de la résolution/, '2026-11-214');
  await paste(/^Date de la résolution/, '9/11/2026');
  await press('Recevoir le code');
  return screen.findByLabelText(/^Code à six chiffres/);
}

beforeEach(() => {
  backend.reset();
  sessionStorage.clear();
  serve();
});

describe('the page of a quote', () => {
  it('shows the document, what it costs a municipality, and its PDF; opening it is told by POST alone', async () => {
    open();
    const sheet = within(await screen.findByRole('article', { name: 'Devis 2026-014, révision 2' }));
    expect(sheet.getByText('418 555-0151')).toBeVisible();
    expect(plainSpaces(sheet.getByText(/^TVQ/).parentElement?.textContent)).toBe('TVQ (9,975 %)997,50 $');
    const cost = screen.getByRole('region', { name: /Ce que paie la municipalité/ });
    expect(plainSpaces(cost.textContent)).toContain('Coût net10 498,75 $');
    expect(screen.getByRole('link', { name: 'Télécharger le PDF' })).toHaveAttribute(
      'href',
      `http://127.0.0.1:1/functions/v1/public-quote?token=${TOKEN}`,
    );
    expect(document.head.querySelector('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer');
    expect(document.head.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await waitFor(() => expect(calls('opened')).toEqual([{ action: 'opened', token: TOKEN }]));
    expect(backend.requests.every(({ method }) => method === 'POST')).toBe(true);
  });

  it('is not noted as opened when the studio itself looks', async () => {
    localStorage.setItem(SESSION_KEY, '{"access_token":"t"}');
    try {
      serve(quote());
      open();
      expect(await screen.findByRole('button', { name: 'Accepter' })).toBeVisible();
      expect(calls('opened')).toEqual([]);
    } finally {
      localStorage.removeItem(SESSION_KEY);
    }
  });

  it.each([
    ['accepté', 'Devis accepté'],
    ['refusé', 'Devis refusé'],
    ['expiré', 'Ce devis est expiré'],
    ['remplacé', 'Ce devis est remplacé'],
    ['annulé', 'Ce devis est annulé'],
  ] as const)('%s · says so, and asks for no answer', async (status, title) => {
    serve(quote({ status, acceptance: status === 'accepté' ? ACCEPTED : null }));
    open();
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Accepter' })).toBeNull();
    expect(screen.getByRole('link', { name: 'devis@fjord.example' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Télécharger la copie signée' }) !== null).toBe(
      status === 'accepté',
    );
    expect(calls('opened')).toEqual([]);
  });

  it.each([
    ['a token of no quote', TOKEN, 1],
    ['a token that was cut', TOKEN.slice(0, 20), 0],
  ])('rejects %s', async (_what, token, asked) => {
    serve(null);
    open(token);
    expect(await screen.findByRole('heading', { name: 'Ce lien n’ouvre aucun devis' })).toBeVisible();
    expect(calls('read')).toHaveLength(asked);
  });

  it('offers a retry when the network is down', async () => {
    backend.answer = offline;
    open();
    expect(await screen.findByText('Impossible d’ouvrir le devis')).toBeVisible();
    serve();
    await press('Réessayer');
    expect(await screen.findByRole('article')).toBeVisible();
  });
});

describe('accepting', () => {
  it('asks for who, by what right, and the code, then says that it is done', async () => {
    const code = await askCode();
    await waitFor(() => expect(code).toHaveFocus());
    expect(code).toHaveAccessibleDescription(/g•••@perce\.example/);
    await userEvent.paste('123 456');
    await press('Accepter le devis');
    const title = await screen.findByRole('heading', { name: 'Devis accepté' });
    await waitFor(() => expect(title).toHaveFocus());
    expect(screen.getByText(/Par Line Roy, Greffière, le 10 novembre 2026/)).toBeVisible();
    expect(calls('accept')).toEqual([
      {
        action: 'accept',
        token: TOKEN,
        name: 'Line Roy',
        jobTitle: 'Greffière',
        authority: 'resolution',
        resolutionNumber: '2026-11-214',
        resolutionDate: '2026-11-09',
        purchaseOrder: '',
        code: '123456',
      },
    ]);
    expect(sessionStorage.length).toBe(0);
  });

  it('of a person asks for a name, a function and the code alone', async () => {
    serve(quote({ acceptsBy: 'person' }));
    open();
    await press('Accepter');
    expect(screen.queryByLabelText(/résolution|bon de commande/i)).toBeNull();
    expect(screen.queryByRole('radio')).toBeNull();
    await paste(/^Votre nom/, 'Anne Fortin');
    await paste(/^Votre fonction/, 'Propriétaire');
    await press('Recevoir le code');
    await paste(/^Code à six chiffres/, '123456');
    await press('Accepter le devis');
    await screen.findByRole('heading', { name: 'Devis accepté' });
    expect(calls('accept')[0]).toMatchObject({
      name: 'Anne Fortin',
      jobTitle: 'Propriétaire',
      authority: 'personal',
      resolutionNumber: '',
      resolutionDate: '',
      purchaseOrder: '',
    });
  });

  it('a day is read in any usual way and shown as it was read; what is no day is said', async () => {
    open();
    await press('Accepter');
    await paste(/^Date de la résolution/, '31 novembre 2026');
    await press('Recevoir le code');
    expect(await screen.findByText(/^Écrivez le jour, le mois et l’année/)).toBeVisible();
    const day = screen.getByLabelText(/^Date de la résolution/);
    expect(day).toHaveAccessibleDescription(/9\s*novembre 2026 ou 2026-11-09/);
    expect(day).toHaveValue('31 novembre 2026');
    await paste(/^Date de la résolution/, '1er mars 2199');
    expect(
      await screen.findByText('Indiquez la date de la résolution, passée ou d’aujourd’hui.'),
    ).toBeVisible();
    await paste(/^Date de la résolution/, '9/11/2026');
    // Before the field is left: an error that goes as it is left moves the button from under the press.
    await waitFor(() => expect(screen.queryByText(/^Écrivez le jour|^Indiquez la date/)).toBeNull());
    expect(day).toHaveFocus();
    await userEvent.tab();
    expect(day).toHaveValue('9\u00a0novembre 2026');
  });

  it('sends no code before what is required is there, by either way', async () => {
    open();
    await press('Accepter');
    await press('Recevoir le code');
    expect(await screen.findByText('Le numéro de la résolution est requis')).toBeVisible();
    expect(screen.getByText('La date de la résolution est requise')).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: /^Délégation/ }));
    await press('Recevoir le code');
    expect(await screen.findByText('Le numéro du bon de commande est requis')).toBeVisible();
    expect(screen.getByLabelText(/^Votre nom/)).toHaveAccessibleDescription('Le nom est requis');
    expect(calls('code')).toEqual([]);
  });

  it('a wrong code is said beside it, and another can be asked for; nothing typed is lost', async () => {
    const message = 'Code incorrect. Il reste 4 essais.';
    serve(quote(), { accept: () => ({ status: 403, body: { code: 'code_wrong', left: 4, message } }) });
    const code = await askCode();
    await userEvent.click(code);
    await userEvent.paste('000000');
    await press('Accepter le devis');
    await waitFor(() => expect(code).toHaveAccessibleDescription(new RegExp(message)));
    serve();
    await press('Renvoyer un code');
    await waitFor(() => expect(calls('code')).toHaveLength(2));
    await waitFor(() => expect(code).toHaveValue(''));
    expect(screen.getByLabelText(/^Numéro de la résolution/)).toHaveValue('2026-11-214');
  });

  it('too many codes · says so; a cut line · says that nothing is lost, and the page that is loaded again has it', async () => {
    const tooMany = { code: 'too_many', message: 'Trop de codes demandés. Réessayez dans une heure.' };
    const code = await askCode();
    serve(quote(), { code: () => ({ status: 429, body: tooMany }), accept: offline });
    await press('Renvoyer un code');
    expect(await screen.findByText(tooMany.message)).toBeVisible();
    await userEvent.click(code);
    await userEvent.paste('123456');
    await press('Accepter le devis');
    expect(await screen.findByText(/Vérifiez votre connexion/)).toBeVisible();
    expect(code).toHaveValue('123456');
    cleanup();
    open();
    await press('Accepter');
    expect(screen.getByLabelText(/^Votre fonction/)).toHaveValue('Greffière');
    expect(screen.getByLabelText(/^Code à six chiffres/)).toHaveValue('');
  });

  it('a quote that expired meanwhile is read again', async () => {
    const code = await askCode();
    const refused = { code: 'expired', message: 'Ce devis est expiré.' };
    serve(quote({ status: 'expiré' }), { accept: () => ({ status: 409, body: refused }) });
    await userEvent.click(code);
    await userEvent.paste('123456');
    await press('Accepter le devis');
    expect(await screen.findByRole('heading', { name: 'Ce devis est expiré' })).toBeVisible();
  });

  it('joins a PDF of the resolution, and nothing else', async () => {
    const user = userEvent.setup({ applyAccept: false });
    const code = await askCode();
    const input = screen.getByLabelText(/^Copie de la résolution/);
    await user.upload(input, new File(['<html>'], 'resolution.pdf', { type: 'application/pdf' }));
    expect(await screen.findByText('Ce fichier n’est pas un PDF.')).toBeVisible();
    await user.upload(input, new File(['%PDF-1.7'], 'resolution.pdf', { type: 'application/pdf' }));
    await waitFor(() => expect(screen.queryByText('Ce fichier n’est pas un PDF.')).toBeNull());
    await user.click(code);
    await user.paste('123456');
    await press('Accepter le devis');
    await waitFor(() => expect(calls('accept')).toHaveLength(1));
    expect(calls('accept')[0]?.resolutionFile).toEqual({
      name: 'resolution.pdf',
      base64: btoa('%PDF-1.7'),
    });
  });
});

describe('asking and refusing', () => {
  it('a question that failed stays in its form, whatever else is opened, and is sent again', async () => {
    serve(quote(), { question: offline });
    open();
    await press('Poser une question');
    await paste(/^Votre nom/, 'Line Roy');
    await paste(/^Votre question/, 'Le chemin du quai est-il compris?');
    await press('Envoyer la question');
    expect(await screen.findByText('Votre question n’a pas pu être envoyée.')).toBeVisible();
    await userEvent.click(form('Poser une question').getByRole('button', { name: 'Retour' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Poser une question' })).toHaveFocus());
    serve();
    // A phone loads the page again while its owner is elsewhere.
    cleanup();
    open();
    await press('Poser une question');
    expect(screen.getByLabelText(/^Votre question/)).toHaveValue('Le chemin du quai est-il compris?');
    expect(screen.getByLabelText(/^Votre nom/)).toHaveValue('Line Roy');
    await press('Envoyer la question');
    expect(await screen.findByText(/Votre question est envoyée/)).toBeVisible();
    expect(calls('question').at(-1)).toEqual({
      action: 'question',
      token: TOKEN,
      name: 'Line Roy',
      body: 'Le chemin du quai est-il compris?',
    });
    // An item that was sent is no longer there to be sent again.
    await press('Poser une question');
    expect(screen.getByLabelText(/^Votre question/)).toHaveValue('');
    expect(sessionStorage.length).toBe(0);
  });

  it('a refusal asks for its reason', async () => {
    open();
    await press('Refuser');
    await press('Refuser le devis');
    expect(await screen.findByText('Écrivez quelques mots')).toBeVisible();
    await paste(/^Votre nom/, 'Line Roy');
    await paste(/^Raison du refus/, 'Budget reporté');
    await press('Refuser le devis');
    expect(await screen.findByRole('heading', { name: 'Devis refusé' })).toBeVisible();
    expect(calls('refuse')).toEqual([
      { action: 'refuse', token: TOKEN, name: 'Line Roy', reason: 'Budget reporté' },
    ]);
  });
});
