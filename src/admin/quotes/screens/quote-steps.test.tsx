import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type BackendRequest, backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { writeInto } from '@tests/write-into';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const { IssuedQuotePage } = await import('./issued-quote-page');

const ID = 'c0000000-0000-4000-8000-000000000001';
const quoteLine = { description: 'Prise de vue', quantity: '1.000', unit: 'jour', unitPriceCents: 76_000 };
const snapshot = {
  number: '2026-001',
  revision: 1,
  date: '2026-11-01',
  validUntil: '2031-01-31',
  subject: 'Visite',
  studio: { name: 'Studio', legalName: '', address: '', phone: '', email: '', taxStatus: 'registered' },
  client: {
    organization: 'Ville de Percé',
    contactName: '',
    contactTitle: '',
    email: 'a@x.ca',
    phone: '',
    address: '',
  },
  lines: [{ ...quoteLine, amountCents: 76_000 }],
  discount: null,
  totals: {
    subtotalCents: 76_000,
    discountCents: 0,
    taxableCents: 76_000,
    gstCents: 0,
    qstCents: 0,
    totalCents: 76_000,
  },
  delivery: '',
  terms: '',
  notes: '',
};
const template = {
  id: 't',
  name: 'Visite d’un parc',
  subject: 'Le parc',
  lines: [quoteLine],
  validity_days: 60,
  delivery: 'Trois semaines',
  terms: 'Net 30 jours',
  notes: '',
};

let quote: Record<string, unknown>;
let studio: Record<string, unknown>;
let emails: object[];
let acceptsBy: 'council' | 'person';

const answer = ({ method, target, body }: BackendRequest) => {
  if (target === 'studio') {
    if (method === 'PATCH') studio = { ...studio, ...(body as object) };
    return { body: studio };
  }
  if (target === 'quote_templates') return { body: [template] };
  if (target === 'notifications') return { body: emails };
  if (target === 'quotes') {
    if (method === 'PATCH') quote = { ...quote, ...(body as object) };
    return { body: quote };
  }
  if (target === 'rpc/quote_accepts_by') return { body: acceptsBy };
  if (target.startsWith('rpc/')) return { body: null };
  return { body: [] };
};

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  backend.answer = answer;
  studio = { sender_name: 'Studio', tax_registered: true, tps_number: '1', tvq_number: '2', updated_at: 'x' };
  emails = [];
  acceptsBy = 'council';
  quote = {
    id: ID,
    number: null,
    revision: 1,
    status: 'brouillon',
    organization_name: 'Ville de Percé',
    contact_name: '',
    contact_title: '',
    email: 'a@x.ca',
    phone: '',
    address: '',
    subject: '',
    lines: [],
    discount_kind: 'aucun',
    discount_value: 0,
    discount_label: '',
    tax_status: 'registered',
    accepts_by: null,
    valid_until: '2031-01-31',
    delivery: '',
    terms: '',
    notes: '',
    snapshot: null,
    total_cents: 0,
    sent_at: null,
    created_at: '2026-11-01T12:00:00Z',
    updated_at: '2026-11-01T12:00:00Z',
  };
});

const open = async () => {
  renderScreen(<IssuedQuotePage />, { path: '/admin/devis/:id', at: `/admin/devis/${ID}` });
  await screen.findByRole('article');
};
const markSent = (change: object = {}) =>
  Object.assign(quote, { status: 'envoyé', number: '2026-001', snapshot }, change);
const button = (name: string) => screen.getByRole('button', { name });
const isMain = (name: string) => button(name).className.includes('bg-sumac');

describe('taxes', () => {
  it('are asked in the draft while the settings do not say, and kept there', async () => {
    Object.assign(studio, { tax_registered: null, tps_number: '', tvq_number: '' });
    await open();
    const asked = await screen.findByRole('region', { name: /inscrit à la TPS/ });
    await userEvent.click(within(asked).getByRole('button', { name: 'Enregistrer les taxes' }));
    expect(await within(asked).findByText('Choisissez une réponse')).toBeVisible();
    await userEvent.selectOptions(within(asked).getByLabelText(/^TPS et TVQ/), 'Inscrit');
    await writeInto(within(asked).getByLabelText(/^Numéro de TPS/), '123456789 rt0001');
    await userEvent.type(within(asked).getByLabelText(/^Numéro de TVQ/), '12{Enter}');
    expect(await within(asked).findByText(/^Dix chiffres/)).toBeVisible();
    expect(within(asked).getByLabelText(/^Numéro de TVQ/)).toHaveValue('12');
    await userEvent.clear(within(asked).getByLabelText(/^Numéro de TVQ/));
    await writeInto(within(asked).getByLabelText(/^Numéro de TVQ/), '1234567890TQ0001');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(asked).not.toBeInTheDocument());
    expect(backend.sent('PATCH', 'studio').map(({ body }) => body)).toEqual([
      { tax_registered: true, tps_number: '123456789 RT0001', tvq_number: '1234567890 TQ0001' },
    ]);
    // The draft follows the studio, and so does the version that is sent.
    await waitFor(() => expect(backend.sent('PATCH', 'quotes')).toHaveLength(1));
  });

  it('are gone to by who sends, as whatever else is missing', async () => {
    Object.assign(studio, { tax_registered: null, tps_number: '', tvq_number: '' });
    await open();
    await screen.findByRole('region', { name: /inscrit à la TPS/ });
    await userEvent.click(button('Envoyer par courriel'));
    expect(screen.getByLabelText(/^Objet/)).toHaveFocus();
    cleanup();
    Object.assign(quote, { subject: 'Visite', lines: [{ ...quoteLine, description: 'Une ligne' }] });
    await open();
    await screen.findByRole('region', { name: /inscrit à la TPS/ });
    await userEvent.click(button('Envoyer par courriel'));
    expect(screen.getByLabelText(/^TPS et TVQ/)).toHaveFocus();
    vi.mocked(console.error).mockClear();
  });

  it('are not asked of a small supplier who said so', async () => {
    Object.assign(studio, { tax_registered: false, tps_number: '', tvq_number: '' });
    await open();
    expect(await screen.findByText(/^Petit fournisseur/)).toBeVisible();
    expect(screen.queryByRole('region', { name: /inscrit à la TPS/ })).toBeNull();
  });
});

describe('a template in an open draft', () => {
  const insert = async () => {
    await userEvent.selectOptions(await screen.findByLabelText('Modèle de devis'), 'Visite d’un parc');
    await userEvent.click(button('Insérer'));
  };

  it('fills an empty one', async () => {
    await open();
    await insert();
    expect(screen.getByLabelText(/^Objet/)).toHaveValue('Le parc');
    expect(screen.getByLabelText('Description, ligne 1')).toHaveValue('Prise de vue');
    expect(screen.getByLabelText(/^Modalités/)).toHaveValue('Net 30 jours');
  });

  it('asks before it replaces what was written', async () => {
    quote.subject = 'À moi';
    await open();
    await insert();
    expect(screen.getByLabelText(/^Objet/)).toHaveValue('À moi');
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remplacer' }));
    expect(screen.getByLabelText(/^Objet/)).toHaveValue('Le parc');
  });
});

describe('the main action', () => {
  it('of a draft is to send it', async () => {
    await open();
    expect(isMain('Envoyer par courriel')).toBe(true);
  });

  it('of what was prepared and never e-mailed is to send it', async () => {
    markSent();
    await open();
    await waitFor(() => expect(isMain('Envoyer par courriel')).toBe(true));
    expect(isMain('Noter une acceptation reçue…')).toBe(false);
  });

  it('of what was e-mailed is to note its acceptance', async () => {
    markSent();
    emails = [
      { id: 'e', kind: 'quote', state: 'envoyé', subject: 'Devis', created_at: '2026-11-02T12:00:00Z' },
    ];
    await open();
    expect(await screen.findByRole('button', { name: 'Renvoyer par courriel' })).toBeVisible();
    expect(isMain('Noter une acceptation reçue…')).toBe(true);
    expect(screen.queryByRole('button', { name: 'Envoyer par courriel' })).toBeNull();
  });
});

it('asks for a reason once an answer was chosen, and not before', async () => {
  markSent();
  await open();
  expect(screen.queryByLabelText(/^Raison/)).toBeNull();
  await userEvent.click(button('Noter le refus…'));
  expect(screen.getByLabelText(/^Raison/)).toHaveFocus();
  await userEvent.click(button('Annuler'));
  expect(screen.queryByLabelText(/^Raison/)).toBeNull();
  await userEvent.click(button('Noter le refus…'));
  await writeInto(screen.getByLabelText(/^Raison/), 'Trop cher');
  await userEvent.click(button('Noter le refus'));
  await waitFor(() => expect(backend.sent('POST', 'rpc/record_quote_answer')).toHaveLength(1));
  expect(backend.sent('POST', 'rpc/record_quote_answer')[0]?.body).toMatchObject({
    answer: 'refusé',
    reason: 'Trop cher',
  });
});

describe('who accepts', () => {
  it('is what the client is taken for, and what the studio says of it', async () => {
    acceptsBy = 'person';
    await open();
    const choice = screen.getByLabelText(/^Le client accepte par/);
    await waitFor(() => expect(choice).toHaveDisplayValue(/^Automatique.*une personne autorisée/));
    expect(screen.queryByRole('region', { name: /Ce que paie la municipalité/ })).toBeNull();
    await userEvent.selectOptions(choice, 'Résolution ou bon de commande');
    expect(screen.getByRole('region', { name: /Ce que paie la municipalité/ })).toBeVisible();
    await waitFor(
      () => expect(backend.sent('PATCH', 'quotes')[0]?.body).toMatchObject({ accepts_by: 'council' }),
      {
        timeout: 5_000,
      },
    );
  });

  it('alone gives a name and a function on paper, and no resolution', async () => {
    acceptsBy = 'person';
    markSent();
    await open();
    await userEvent.click(button('Noter une acceptation reçue…'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByLabelText(/résolution|bon de commande|autorise la dépense/)).toBeNull();
    for (const [label, text] of [
      [/^Nom de la personne/, 'Anne Fortin'],
      [/^Fonction/, 'Propriétaire'],
      [/^Comment/, 'Par la poste'],
    ] as const) {
      await userEvent.click(dialog.getByLabelText(label));
      await userEvent.paste(text);
    }
    await userEvent.click(dialog.getByRole('button', { name: 'Noter l’acceptation' }));
    await waitFor(() => expect(backend.sent('POST', 'rpc/record_paper_acceptance')).toHaveLength(1));
    expect(backend.sent('POST', 'rpc/record_paper_acceptance')[0]?.body).toMatchObject({
      answer: { name: 'Anne Fortin', jobTitle: 'Propriétaire', authority: 'personal' },
    });
  });
});
