import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { settingsRow } from '@tests/campaign-rows';
import { contact } from '@tests/contact-rows';
import { type BackendRequest, backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { proofSize } from '@tests/proof-size';
import { sharedRow } from '@tests/shared-row';
import type { ReactElement } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const { ContactPage } = await import('./contacts/screens/contact-page');
const { EditTemplatePage } = await import('./messages/screens/template-form-page');
const { CataloguePage } = await import('./quotes/screens/catalogue-page');
const { IssuedQuotePage } = await import('./quotes/screens/issued-quote-page');
const { PersonalDataPage } = await import('./privacy/screens/personal-data-page');
const { SettingsPage } = await import('./settings/screens/settings-page');
const { TagsPage } = await import('./tags/screens/tags-page');

const ID = 'e0000000-0000-4000-8000-000000000001';
const AT = '2026-11-01T12:00:00+00:00';

const settings = settingsRow({ updated_at: AT });
const tag = {
  id: ID,
  name: 'Fjord',
  slug: 'fjord',
  color: '#15803d',
  icon: 'tree-pine',
  display_order: 0,
  created_at: AT,
  updated_at: AT,
  virtual_tour_tags: [{ count: 0 }],
  trip_plan_tags: [{ count: 0 }],
};
const template = {
  id: ID,
  user_id: null,
  name: 'Premier contact',
  subject: 'Bonjour',
  body: 'Un mot',
  sector: null,
  tone: 'professionnel',
  variables: [],
  created_at: AT,
  updated_at: AT,
};

const service = {
  id: ID,
  name: 'Survol',
  description: '',
  unit: '',
  unit_price_cents: 76_000,
  site_service: null,
  created_at: AT,
  updated_at: AT,
};
const draft = {
  id: ID,
  number: null,
  revision: 1,
  status: 'brouillon',
  organization_name: 'Ville de Percé',
  contact_name: '',
  contact_title: '',
  email: '',
  phone: '',
  address: '',
  subject: 'Visite',
  contact_id: null,
  discount_kind: 'aucun',
  discount_value: 0,
  discount_label: '',
  lines: [],
  accepts_by: null,
  tax_status: 'registered',
  valid_until: '2031-01-31',
  delivery: '',
  terms: '',
  notes: '',
  snapshot: null,
  sent_at: null,
  created_at: AT,
  updated_at: AT,
};

type Case = {
  table: string;
  row: { updated_at: string };
  page: ReactElement;
  path: string;
  at: string;
  /** Opens the form, where the page does not show it at once. */
  open?: () => Promise<void>;
  /** This tab's input: the field, its text, and the expected row. */
  mine: [label: RegExp, text: string, saved: object];
  theirs: object;
};

const cases: Record<string, Case> = {
  contact: {
    table: 'contacts',
    row: contact({ id: ID, updated_at: AT }),
    page: <ContactPage />,
    path: '/admin/contacts/:id',
    at: `/admin/contacts/${ID}`,
    mine: [/^Téléphone/, '418 555-0199', { phone: '418 555-0199' }],
    theirs: { notes: 'Rappeler lundi', status: 'intéressé' },
  },
  template: {
    table: 'email_templates',
    row: template,
    page: <EditTemplatePage />,
    path: '/admin/email-templates/:id',
    at: `/admin/email-templates/${ID}`,
    mine: [/^Sujet/, 'Bonsoir', { subject: 'Bonsoir' }],
    theirs: { body: 'Un autre mot', tone: 'amical' },
  },
  tag: {
    table: 'tags',
    row: tag,
    page: <TagsPage />,
    path: '/admin/tags',
    at: '/admin/tags',
    open: async () => userEvent.click(await screen.findByRole('button', { name: 'Modifier Fjord' })),
    mine: [/^Nom/, 'Fjords', { name: 'Fjords' }],
    theirs: { color: '#1d4ed8' },
  },
  settings: {
    table: 'studio',
    row: settings,
    page: <SettingsPage />,
    path: '/admin/parametres',
    at: '/admin/parametres',
    mine: [/^Téléphone/, '418 555-0136', { contact_phone: '418 555-0136' }],
    theirs: {
      postal_address: '200, rue du Port',
      neq: '1170000001',
    },
  },
  'service of the catalogue': {
    table: 'quote_services',
    row: service,
    page: <CataloguePage />,
    path: '/admin/devis/catalogue',
    at: '/admin/devis/catalogue',
    open: async () => userEvent.click(await screen.findByRole('button', { name: 'Modifier Survol' })),
    mine: [/^Prix unitaire/, '800', { unit_price_cents: 80_000 }],
    theirs: { unit: 'jour', description: 'Par drone' },
  },
  'draft of a quote': {
    table: 'quotes',
    row: draft,
    page: <IssuedQuotePage />,
    path: '/admin/devis/:id',
    at: `/admin/devis/${ID}`,
    mine: [/^Objet/, 'Visite du quai', { subject: 'Visite du quai' }],
    theirs: { notes: 'Rappeler lundi', contact_title: 'Greffière' },
  },
  retention: {
    table: 'retention_settings',
    row: settings,
    page: <PersonalDataPage />,
    path: '/admin/parametres/donnees',
    at: '/admin/parametres/donnees',
    mine: [/^Prospects rejetés/, '12', { rejected_prospects_months: 12 }],
    theirs: { quote_requests_months: 24 },
  },
};

async function openForm({ table, row, page, path, at, open, mine: [label] }: Case) {
  const shared = sharedRow(row);
  const others = ({ target }: BackendRequest) => {
    if (target === 'rpc/quote_accepts_by') return { body: 'council' };
    if (target === 'rpc/retention_preview') return { body: { rejected_prospects: 0, quote_requests: 0 } };
    return { body: target === 'rpc/contact_consents' ? {} : [] };
  };
  backend.answer = (request) => (request.target === table ? shared.answer(request) : others(request));
  const view = renderScreen(page, { path, at });
  await open?.();
  await screen.findByLabelText(label);
  return { ...view, shared };
}

const pressSave = () => userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
const type = async ([label, text]: Case['mine']) => {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.type(screen.getByLabelText(label), text);
};

// Whole journeys: a busy machine needs more than the usual five seconds.
vi.setConfig({ testTimeout: 20_000 });

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

describe('a form whose row another tab saves meanwhile', () => {
  // The forms share one way of saving, so only the nightly proof tries them all.
  it.each(Object.entries(cases).slice(0, proofSize(2, 10)))(
    '%s: keeps what each of them changed',
    async (_name, each) => {
      const { shared } = await openForm(each);
      await type(each.mine);
      shared.saveElsewhere(each.theirs as never);
      await pressSave();
      await waitFor(() => expect(shared.stored()).toMatchObject(each.mine[2]));
      expect(shared.stored()).toMatchObject({ ...each.theirs, ...each.mine[2] });
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it('asks which to keep of a field that both changed, and saves the choice with the rest', async () => {
    const each = cases.contact as Case;
    const { shared, address } = await openForm(each);
    await type(each.mine);
    await type([/^Notes/, 'Ma note', {}]);
    shared.saveElsewhere({ notes: 'Leur note', name: 'Leur nom' } as never);
    await pressSave();
    const dialog = await screen.findByRole('dialog', { name: 'Deux versions à réunir' });
    const notes = within(dialog).getByRole('group', { name: 'Notes' });
    expect(notes).toHaveTextContent(/Leur versionLeur note.*Ma versionMa note/);
    expect(within(dialog).getAllByRole('group')).toHaveLength(1);
    expect(shared.stored()).toMatchObject({ notes: 'Leur note', phone: '418 555-0101' });

    // Nothing was chosen in the dialog, so saving asks again.
    await userEvent.click(within(dialog).getByRole('button', { name: 'Revenir au formulaire' }));
    expect(screen.getByLabelText(/^Notes/)).toHaveValue('Ma note');
    await pressSave();
    await userEvent.click(await screen.findByRole('radio', { name: /^Leur version/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer ce choix' }));
    await waitFor(() => expect(address()).toBe('/admin/contacts'));
    expect(shared.stored()).toMatchObject({ notes: 'Leur note', name: 'Leur nom', phone: '418 555-0199' });
  });

  it('saves a second time from where the first left it', async () => {
    const each = cases.settings as Case;
    const { shared } = await openForm(each);
    await type(each.mine);
    await pressSave();
    await waitFor(() => expect(shared.stored()).toMatchObject(each.mine[2]));
    await waitFor(() => expect(screen.getByLabelText(/^Nom légal/)).toBeVisible());
    await type([/^Nom légal/, 'Studio inc.', {}]);
    await pressSave();
    await waitFor(() =>
      expect(shared.stored()).toMatchObject({ legal_name: 'Studio inc.', ...each.mine[2] }),
    );
    expect(backend.sent('PATCH', 'studio')).toHaveLength(2);
  });
});
