import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { writeInto } from '@tests/write-into';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import type { Invoice } from '../data/invoices';

const { InvoicePage } = await import('./invoice-page');
const { InvoicesPage } = await import('./invoices-page');

const ID = 'c0000000-0000-4000-8000-000000000001';
const invoiceRoute = { path: '/admin/factures/:id', at: `/admin/factures/${ID}` };
const plainSpaces = (text: string | null) => (text ?? '').replace(/[\u00a0\u202f]/g, ' ');

const issuedInvoice = (change: Partial<Invoice> = {}): Invoice => ({
  id: ID,
  quote_id: 'q',
  quote_number: '2026-014',
  kind: 'deposit',
  number: 'F-2026-001',
  credits_id: null,
  credits_number: null,
  is_waived: false,
  organization_name: 'Ville de Percé',
  subject: 'Visite du parc',
  state: 'en retard',
  issued_on: '2026-09-01',
  due_on: '2026-10-01',
  taxable_cents: 34_200,
  gst_cents: 1_710,
  qst_cents: 3_411,
  total_cents: 39_321,
  paid_cents: 10_000,
  credited_cents: 0,
  balance_cents: 29_321,
  created_at: '2026-09-01T12:00:00Z',
  issued_at: '2026-09-01T14:00:00Z',
  ...change,
});

const draft = {
  ...{ id: ID, kind: 'progress', organization_name: 'Ville de Percé', contact_name: '', contact_title: '' },
  ...{ email: 'comptes@perce.example', phone: '', address: '', reference: '', subject: 'Visite du parc' },
  lines: [{ description: 'Étape', quantity: '1.000', unit: '', unitPriceCents: 34_200 }],
  ...{ discount_kind: 'aucun', discount_value: 0, discount_label: '', due_days: 30, terms: '', notes: '' },
  ...{ issued_at: null, updated_at: '2026-11-01T12:00:00Z' },
};

const document = (number: string) => ({
  ...{
    kind: 'progress',
    number,
    date: '2026-09-01',
    dueOn: '2026-10-01',
    subject: 'Visite du parc',
    reference: '',
  },
  ...{ quote: { number: '2026-014', revision: 1, date: '2026-08-01' }, credits: null, terms: '', notes: '' },
  studio: {
    ...{ name: 'Studio', legalName: 'Studio inc.', address: '', phone: '', email: '', website: '', neq: '' },
    ...{ gstNumber: '123456789 RT0001', qstNumber: '1234567890 TQ0001', taxStatus: 'registered' },
  },
  client: {
    ...{ organization: 'Ville de Percé', contactName: 'Line Roy', contactTitle: '' },
    ...{ email: 'comptes@perce.example', phone: '', address: '' },
  },
  lines: [{ ...draft.lines[0], amountCents: 34_200 }],
  discount: null,
  totals: {
    ...{ subtotalCents: 34_200, discountCents: 0, taxableCents: 34_200 },
    ...{ gstCents: 1_710, qstCents: 3_411, totalCents: 39_321 },
  },
});

function serve(invoice: Invoice, addedCents = 0) {
  backend.answer = ({ target }) => {
    if (target === 'rpc/invoice_standings') return { body: [invoice] };
    if (target === 'rpc/invoice_preview')
      return { body: { document: document(invoice.number ?? ''), addedCents, refusal: null } };
    if (target === 'rpc/credit_totals') return { body: document('').totals };
    if (target === 'invoices') return { body: draft };
    return { body: [] };
  };
}

const sentTo = (name: string) => backend.sent('POST', `rpc/${name}`).map(({ body }) => body);

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

it('a draft beyond the quote · is issued only once the person has agreed to the very amount', async () => {
  serve(issuedInvoice({ state: 'brouillon', number: null }), 11_400);
  renderScreen(<InvoicePage />, invoiceRoute);
  const issue = await screen.findByRole('button', { name: 'Émettre sans courriel' });
  const agreement = await screen.findByRole('checkbox', { name: /dépasse de 114,00/ });
  expect(issue).toBeDisabled();
  await userEvent.click(agreement);
  await userEvent.click(issue);
  expect(sentTo('issue_invoice')).toEqual([]);
  const question = within(await screen.findByRole('alertdialog', { name: 'Émettre la facture' }));
  await userEvent.click(question.getByRole('button', { name: 'Émettre' }));
  await waitFor(() =>
    expect(sentTo('issue_invoice')).toEqual([
      { invoice: ID, read_at: '2026-11-01T12:00:00Z', confirmed: 11_400 },
    ]),
  );
});

it('a late invoice · the reminder is written, and leaves by a press alone', async () => {
  serve(issuedInvoice());
  renderScreen(<InvoicePage />, invoiceRoute);
  await userEvent.click(await screen.findByRole('button', { name: 'Relancer' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(plainSpaces((dialog.getByLabelText(/^Texte/) as HTMLTextAreaElement).value)).toContain(
    'présente encore un solde de 293,21 $',
  );
  expect(sentTo('remind_invoice')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Envoyer' }));
  await waitFor(() => expect(sentTo('remind_invoice')).toHaveLength(1));
  expect(sentTo('remind_invoice')[0]).toMatchObject({
    invoice: ID,
    message_subject: expect.stringMatching(/^Rappel – Facture/),
  });
});

it('a payment · its errors keep what was typed, too much is told, and it is noted once', async () => {
  serve(issuedInvoice());
  renderScreen(<InvoicePage />, invoiceRoute);
  const state = await screen.findByRole('region', { name: 'Où elle en est' });
  expect(state).toHaveTextContent('À payer au plus tard le 1er octobre 2026.');
  await userEvent.click(await screen.findByRole('button', { name: 'Noter un paiement' }));
  const dialog = within(await screen.findByRole('dialog'));
  const amount = dialog.getByLabelText(/^Montant reçu/);
  expect(amount).toHaveValue('293,21');
  await userEvent.clear(amount);
  await userEvent.type(amount, 'cent');
  await userEvent.click(dialog.getByRole('button', { name: 'Noter le paiement' }));
  expect(await dialog.findByText(/ne se lit pas/)).toBeVisible();
  expect(amount).toHaveValue('cent');
  await userEvent.clear(amount);
  await userEvent.type(amount, '300');
  expect(plainSpaces((await dialog.findByRole('status')).textContent)).toMatch(/^C’est 6,79 \$ de plus/);
  serve(issuedInvoice({ state: 'payée', paid_cents: 39_321, balance_cents: 0 }));
  await userEvent.click(dialog.getByRole('button', { name: 'Noter le paiement' }));
  await waitFor(() => expect(sentTo('record_payment')).toHaveLength(1));
  expect(sentTo('record_payment')[0]).toMatchObject({ invoice: ID, method: 'cheque', amount: 30_000 });
  await waitFor(() => expect(state).not.toHaveTextContent('À payer au plus tard'));
});

it('a draft that is deleted · leads back to the list', async () => {
  serve(issuedInvoice({ state: 'brouillon', number: null }));
  const before = backend.answer;
  backend.answer = (request) =>
    backend.sent('POST', 'rpc/move_to_trash').length > 0 ? { body: [] } : before?.(request);
  renderScreen(
    <Routes>
      <Route path="/admin/factures" element="La liste" />
      <Route path="/admin/factures/:id" element={<InvoicePage />} />
    </Routes>,
    { path: '*', at: invoiceRoute.at },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Supprimer le brouillon' }));
  expect(await screen.findByText('La liste')).toBeVisible();
});

it('a credit note · what becomes of its amount must be chosen, and is sent', async () => {
  serve(issuedInvoice());
  renderScreen(<InvoicePage />, invoiceRoute);
  await userEvent.click(await screen.findByRole('button', { name: 'Note de crédit…' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(plainSpaces((await dialog.findByText(/^Crédit/)).textContent)).toContain('393,21 $ avec les taxes');
  await writeInto(dialog.getByLabelText(/^Raison/), 'Une chambre retirée');
  await userEvent.click(dialog.getByRole('button', { name: 'Émettre la note de crédit' }));
  expect(await dialog.findByText('Dites ce que devient ce montant')).toBeVisible();
  expect(sentTo('credit_invoice')).toEqual([]);
  await userEvent.selectOptions(
    dialog.getByLabelText(/^Ce que devient ce montant/),
    'Ce montant n’est plus dû',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Émettre la note de crédit' }));
  await waitFor(() => expect(sentTo('credit_invoice')).toHaveLength(1));
  expect(sentTo('credit_invoice')[0]).toMatchObject({ invoice: ID, waived: true });
});

it('the list · what is to be collected, and what is late', async () => {
  serve(issuedInvoice());
  renderScreen(<InvoicesPage />);
  expect(await screen.findByRole('link', { name: 'F-2026-001' })).toBeVisible();
  const strip = await screen.findByRole('list', { name: 'Factures à encaisser' });
  expect(plainSpaces(strip.textContent)).toBe('À encaisser 1 · 293,21 $En retard 1 · 293,21 $');
  expect(screen.queryByRole('button', { name: /^Supprimer/ })).toBeNull();
});
