import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contact } from '@tests/contact-rows';
import {
  ADMIN_ID,
  type BackendAnswer,
  backend,
  offline,
  renderScreen,
  signInAsAdmin,
} from '@tests/fake-backend';
import { writeInto } from '@tests/write-into';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { quebecDay } from '@/admin/kit/lib/dates';
import type { Consent } from '../data/consents';

const { ConsentCard } = await import('./consent-card');
const { describeConsent } = await import('./consent-badge');

const one = contact();
const event = (change: object) => ({
  id: '1',
  contact_id: one.id,
  email: one.email,
  basis: 'inquiry',
  occurred_at: '2026-09-05T16:00:00Z',
  source_url: null,
  evidence: null,
  wording: null,
  wording_version: null,
  recorded_by: null,
  created_at: '2026-09-05T16:00:00Z',
  suppression_lifts: [],
  ...change,
});

type Fixture = {
  consent?: Consent;
  refusal?: string | null;
  ledger?: object[];
  write?: (target: string) => BackendAnswer;
};

/** Answers reads of the card; writes go to `write`. */
function serve({ consent, refusal = null, ledger = [], write = () => ({ status: 204 }) }: Fixture = {}) {
  backend.answer = ({ method, target }) => {
    if (target === 'rpc/contact_consents') return { body: consent ? { [one.id]: consent } : {} };
    if (target === 'rpc/may_email') return { body: refusal };
    if (method === 'GET' && target === 'consent_events') return { body: ledger };
    return write(target);
  };
}

const render = (shown = one) => renderScreen(<ConsentCard contact={shown} />);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const field = (name: string) => screen.getByRole('textbox', { name: new RegExp(`^${name}`) });
const date = () => screen.getByLabelText(/^Date du consentement/);
const unsubscribedFixture: Fixture = {
  consent: { state: 'unsubscribed', suppression: 'unsubscribed' },
  refusal: 'Désabonné',
};

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

it.each(['published', 'disclosed'] as const)('an address that was %s is for the studio to prove', (basis) => {
  const { tone, reason } = describeConsent({ state: 'allowed', basis });
  expect(tone).toBe('active');
  expect(reason).toMatch(/la preuve est à notre charge\.$/);
});

describe('an address to be verified', () => {
  const unverified: Fixture = {
    consent: { state: 'unverified', source_url: 'https://www.openstreetmap.org/node/1' },
    refusal: 'Adresse à vérifier sur le site de l’organisation',
  };
  const source = { url: 'https://perce.example/nous', foundAt: '2026-11-20T10:00:00.000Z' };
  const answer = {
    email: null,
    phone: null,
    website: null,
    sources: {},
    verified: null,
    notice: null,
    note: null,
    isPartial: false,
  };
  const answering = (change: object, write: Fixture['write'] = () => ({ status: 201 })) =>
    serve({
      ...unverified,
      write: (target) =>
        target === '/functions/v1/search-prospect-info' ? { body: { ...answer, ...change } } : write(target),
    });

  it('says so, with why no message leaves', async () => {
    serve(unverified);
    render();
    expect(await screen.findByText('À vérifier')).toBeVisible();
    expect(screen.getByText('Adresse à vérifier sur le site de l’organisation')).toBeVisible();
  });

  it.each([
    ['it stands on the site', { verified: source }, 'Succès', 'published'],
    ['the site refuses', { verified: source, notice: source }, 'Envoi interdit', 'no_solicitation'],
  ])('is settled by one press: %s', async (_, change, title, basis) => {
    answering(change);
    render();
    await press('Vérifier sur le site');
    expect(await screen.findByText(title)).toBeVisible();
    expect(backend.sent('POST', '/functions/v1/search-prospect-info')[0]?.body).toMatchObject({
      company: one.company,
      city: one.city,
      region: one.region,
      email: one.email,
    });
    expect(backend.sent('POST', 'consent_events')[0]?.body).toMatchObject({
      contact_id: one.id,
      email: one.email,
      basis,
      recorded_by: ADMIN_ID,
      source_url: source.url,
      occurred_at: source.foundAt,
      evidence: expect.stringMatching(/page/),
    });
  });

  it('stays so when the site does not show it, and nothing is recorded', async () => {
    answering({ note: 'Aucun site.' });
    render();
    await press('Vérifier sur le site');
    expect(await screen.findByText('Toujours à vérifier')).toBeVisible();
    expect(screen.getByText(/Aucun site\./)).toBeVisible();
    expect(backend.sent('POST', 'consent_events')).toEqual([]);
  });

  it('says in French why the site could not be read', async () => {
    serve({ ...unverified, write: () => ({ status: 502, body: { error: 'Le site est injoignable.' } }) });
    render();
    await press('Vérifier sur le site');
    expect(await screen.findByText('Le site est injoignable.')).toBeVisible();
    vi.mocked(console.error).mockClear();
  });

  it.each([
    ['allowed', { state: 'allowed', basis: 'express' }],
    ['withdrawn', { state: 'withdrawn' }],
    ['unsubscribed', { state: 'unsubscribed', suppression: 'manual' }],
  ] as const)('is not asked about when a page would change nothing: %s', async (_, consent) => {
    serve({ consent });
    render();
    await screen.findByRole('button', { name: 'Ajouter une preuve' });
    expect(screen.queryByRole('button', { name: 'Vérifier sur le site' })).toBeNull();
  });
});

describe('whether a contact may be written to', () => {
  it('shows the basis that stands, its proof and its end', async () => {
    serve({
      consent: {
        state: 'allowed',
        basis: 'inquiry',
        occurred_at: '2026-09-05T16:00:00Z',
        expires_at: '2027-03-05T17:00:00Z',
      },
    });
    render();
    expect(await screen.findByText('Envoi permis jusqu’au 05 mars 2027 — demande reçue')).toBeVisible();
    expect(
      screen.getByText(
        'Demande de renseignements (6 mois), preuve du 05 sept. 2026, échéance le 05 mars 2027',
      ),
    ).toBeVisible();
  });

  it.each([
    ['no consent', undefined, 'Aucun consentement consigné', 'Envoi interdit — aucun consentement'],
    ['a withdrawal', { state: 'withdrawn' }, 'Consentement retiré', 'Envoi interdit — consentement retiré'],
    [
      'a bounce',
      { state: 'unsubscribed', suppression: 'bounced' },
      'Adresse en erreur permanente',
      'Envoi interdit — adresse en erreur',
    ],
    // The ledger would allow the message, and `may_email` refuses it.
    [
      'the status « refusé »',
      { state: 'allowed', basis: 'express' },
      "A refusé d'être sollicité",
      'Envoi interdit',
    ],
  ] as const)('says the sender’s own reason: %s', async (_what, consent, refusal, badge) => {
    serve({ ...(consent ? { consent } : {}), refusal });
    render();
    expect(await screen.findByText(refusal)).toBeVisible();
    expect(screen.getByText(badge)).toBeVisible();
    expect(screen.queryByText('Envoi permis')).toBeNull();
  });

  it('lists the whole ledger of the address, newest first as it came, with its proofs and authors', async () => {
    serve({
      ledger: [
        event({ id: '3', basis: 'withdrawn', evidence: 'Lien de désabonnement du message 12' }),
        event({
          id: '2',
          basis: 'express',
          wording: 'Oui, écrivez-moi.',
          wording_version: '2026-11-21',
          recorded_by: ADMIN_ID,
          suppression_lifts: [{ reason: 'A rappelé' }],
        }),
        event({ id: '1', basis: 'published', source_url: 'https://perce.example/equipe', recorded_by: 'x' }),
        event({ id: '0', source_url: 'javascript:alert(1)' }),
        // An unescaped « _ » would also match this address.
        event({ id: '9', email: 'genevieve.perce@autre.example', evidence: 'Autre personne' }),
      ],
    });
    render();
    await screen.findByText('Consentement retiré');
    const lines = screen.getAllByRole('listitem');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toHaveTextContent('05 sept. 2026 · consigné automatiquement');
    expect(lines[0]).toHaveTextContent('Lien de désabonnement du message 12');
    expect(lines[1]).toHaveTextContent('Consentement exprès');
    expect(lines[1]).toHaveTextContent(/«.Oui, écrivez-moi\..» \(version du 2026-11-21\)/);
    expect(lines[1]).toHaveTextContent(/Retrait levé.: A rappelé/);
    expect(lines[1]).toHaveTextContent('consigné par vous');
    expect(lines[2]).toHaveTextContent('consigné par l’équipe');
    expect(within(lines[2] as HTMLElement).getByRole('link')).toHaveAttribute(
      'href',
      'https://perce.example/equipe',
    );
    expect(within(lines[3] as HTMLElement).queryByRole('link')).toBeNull();
    const [asked] = backend.sent('GET', 'consent_events');
    expect(asked?.query.get('order')).toBe('occurred_at.desc,id.asc');
    expect(asked?.query.get('email')).toBe('ilike.genevieve@perce.example');
  });

  it('says that the ledger could not be read, and tries again when asked', async () => {
    serve();
    const whole = backend.answer;
    backend.answer = (request) =>
      request.target === 'consent_events' ? { status: 403, body: { message: 'non' } } : whole(request);
    render();
    expect(await screen.findByText(/Le registre n’a pas pu être chargé/)).toBeVisible();
    vi.mocked(console.error).mockClear();
    serve();
    await press('Réessayer');
    expect(await screen.findByText('Aucune preuve consignée pour cette adresse.')).toBeVisible();
  });

  it('has nothing to offer to a contact without an address', async () => {
    serve();
    render(contact({ email: null }));
    expect(screen.getByText(/Sans courriel/)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
    expect(backend.sent('GET', 'consent_events')).toEqual([]);
  });
});

describe('adding a proof', () => {
  it('says what is missing, in French, and sends nothing', async () => {
    serve();
    render();
    await press('Ajouter une preuve');
    await press('Ajouter au registre');
    for (const message of [
      'Le fondement est requis',
      'La date du consentement est requise',
      'La preuve du consentement est requise',
    ])
      expect(await screen.findByText(message)).toBeVisible();
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: /^Fondement/ }),
      'Adresse publiée bien en vue',
    );
    await userEvent.type(date(), '2999-01-01');
    expect(await screen.findByText('La date ne peut pas être dans le futur')).toBeVisible();
    expect(
      await screen.findByText('L’adresse de la page où le courriel est publié est requise'),
    ).toBeVisible();
    await writeInto(field('Adresse de la source'), 'javascript:alert(1)');
    expect(await screen.findByText('URL invalide')).toBeVisible();
    expect(backend.sent('POST', 'consent_events')).toEqual([]);
  });

  it.each([
    ['another day, from its beginning in Québec', '2026-10-31', '2026-10-31 00:00:00 America/Toronto'],
    ['today, from now', quebecDay(), 'now'],
  ])('records it as the signed-in administrator: %s', async (_what, day, occurred_at) => {
    serve({ write: () => ({ status: 201 }) });
    render();
    await press('Ajouter une preuve');
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: /^Fondement/ }),
      'Consentement exprès',
    );
    await userEvent.type(date(), day);
    await writeInto(field('Preuve'), ' Formulaire signé ');
    await userEvent.type(field('Texte accepté'), 'Oui.');
    const readBefore = backend.sent('POST', 'rpc/may_email').length;
    await press('Ajouter au registre');
    expect(await screen.findByText('Preuve ajoutée au registre')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(backend.sent('POST', 'consent_events').map(({ body }) => body)).toEqual([
      {
        contact_id: one.id,
        email: one.email,
        basis: 'express',
        occurred_at,
        source_url: null,
        evidence: 'Formulaire signé',
        wording: 'Oui.',
        recorded_by: ADMIN_ID,
      },
    ]);
    // `may_email` is called again.
    expect(backend.sent('POST', 'rpc/may_email').length).toBeGreaterThan(readBefore);
  });

  it('keeps what was typed when the network is down, and the next try works', async () => {
    serve({ write: offline });
    render();
    await press('Ajouter une preuve');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Fondement/ }), 'Achat (2 ans)');
    await userEvent.type(date(), '2026-10-31');
    await writeInto(field('Preuve'), 'Facture 12');
    await press('Ajouter au registre');
    expect(await screen.findByRole('alert')).toHaveTextContent('La preuve n’a pas été enregistrée');
    expect(field('Preuve')).toHaveValue('Facture 12');
    serve({ write: () => ({ status: 201 }) });
    await press('Ajouter au registre');
    expect(await screen.findByText('Preuve ajoutée au registre')).toBeVisible();
  });
});

describe('unsubscribe and new consent', () => {
  it('takes an address off the mailings only once confirmed', async () => {
    serve();
    render();
    await press('Retirer des envois');
    const dialog = await screen.findByRole('alertdialog', { name: 'Retirer des envois' });
    expect(dialog).toHaveTextContent('genevieve@perce.example ne recevra plus aucun message commercial');
    expect(backend.sent('POST', 'rpc/suppress_contact')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Retirer des envois' }));
    expect(await screen.findByText('Adresse retirée des envois')).toBeVisible();
    expect(backend.sent('POST', 'rpc/suppress_contact').map(({ body }) => body)).toEqual([
      { contact: one.id },
    ]);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('lifts the suppression on a reason and a new proof, and shows the database’s refusal', async () => {
    serve({
      ...unsubscribedFixture,
      write: () => ({
        status: 400,
        body: { code: 'P0001', message: 'Le nouveau consentement doit suivre le retrait' },
      }),
    });
    render();
    expect(await screen.findByText('Désabonné')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retirer des envois' })).toBeNull();
    await press('Lever le retrait');
    const dialog = within(screen.getByRole('dialog', { name: 'Lever le retrait' }));
    const submit = dialog.getByRole('button', { name: 'Lever le retrait' });
    await userEvent.click(submit);
    expect(await screen.findByText('La raison est requise')).toBeVisible();
    expect(backend.sent('POST', 'rpc/lift_suppression')).toEqual([]);
    await writeInto(field('Raison'), 'A rappelé');
    await userEvent.type(date(), '2026-11-20');
    await writeInto(field('Preuve'), 'Courriel du 20');
    await userEvent.click(submit);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /Le retrait n’a pas été levé.: Le nouveau consentement doit suivre le retrait\./,
    );
    serve(unsubscribedFixture);
    await userEvent.click(submit);
    expect(await screen.findByText('Retrait levé')).toBeVisible();
    expect(backend.sent('POST', 'rpc/lift_suppression').at(-1)?.body).toEqual({
      contact: one.id,
      reason: 'A rappelé',
      consent: { occurred_on: '2026-11-20', source_url: '', evidence: 'Courriel du 20', wording: '' },
    });
  });
});
