import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN_ID, type BackendAnswer, backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RetentionPreview } from '../data/privacy';
import { retentionSchema } from '../data/retention.schema';

const { countsInWords, PersonalDataPage } = await import('./personal-data-page');
const { destroysRows, previewInWords } = await import('./retention-form');

const requestRow = (change: object) => ({
  id: '1',
  kind: 'export',
  subject_hash: 'abcdef12'.repeat(8),
  detail: {},
  recorded_by: ADMIN_ID,
  created_at: '2026-11-02T19:30:00Z',
  ...change,
});

type Fixture = {
  months?: [quotes: number | null, prospects: number | null];
  preview?: (months: { prospects_months: number | null; quotes_months: number | null }) => RetentionPreview;
  register?: object[];
  previewFails?: boolean;
};

const emptyPreview: RetentionPreview = { rejected_prospects: 0, quote_requests: 0 };

function serve({
  months = [null, null],
  preview = () => emptyPreview,
  register = [],
  previewFails,
}: Fixture = {}) {
  backend.answer = ({ method, target, body }): BackendAnswer => {
    if (target === 'rpc/retention_preview') {
      return previewFails ? { status: 403, body: { message: 'non' } } : { body: preview(body as never) };
    }
    if (target === 'personal_requests') return { body: [] };
    if (target === 'privacy_register') return { body: register };
    const stored = { id: 1, quote_requests_months: months[0], rejected_prospects_months: months[1] };
    return method === 'PATCH' ? { body: [{ ...stored, ...(body as object) }] } : { body: stored };
  };
}

const open = async () => {
  const view = renderScreen(<PersonalDataPage />, { path: '/admin/parametres/donnees' });
  await screen.findByRole('form', { name: 'Conservation des données' });
  return view;
};
const quotes = () => screen.getByLabelText(/^Demandes de soumission/);
const prospects = () => screen.getByLabelText(/^Prospects rejetés/);
const pressSave = () => userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
const findText = (text: string) =>
  screen.findByText(text, { normalizer: (found) => found.replace(/\s/gu, ' ') });
const savedSettings = () => backend.sent('PATCH', 'retention_settings').map(({ body }) => body);

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

describe('the rules of retention', () => {
  it('say what they would destroy while they are typed, and ask before it is saved', async () => {
    serve({
      preview: ({ quotes_months }) => ({ ...emptyPreview, quote_requests: quotes_months === 12 ? 12 : 0 }),
    });
    await open();
    await findText('Rien ne sera effacé aujourd’hui.');
    await userEvent.type(quotes(), '12');
    await findText('12 demandes seront anonymisées.');
    expect(savedSettings()).toEqual([]);
    await pressSave();
    const dialog = await screen.findByRole('alertdialog', { name: 'Appliquer ces règles' });
    expect(dialog).toHaveTextContent(/12.demandes seront anonymisées\. Cette action est irréversible/);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Annuler' }));
    expect(savedSettings()).toEqual([]);
    await pressSave();
    await userEvent.click(await screen.findByRole('button', { name: 'Enregistrer les règles' }));
    expect(await screen.findByText('Règles de conservation enregistrées')).toBeVisible();
    expect(savedSettings()).toEqual([{ quote_requests_months: 12, rejected_prospects_months: null }]);
  });
  it('keep everything when they are emptied, without a question', async () => {
    serve({ months: [24, 6] });
    await open();
    expect(quotes()).toHaveValue('24');
    await userEvent.clear(quotes());
    await userEvent.clear(prospects());
    await findText('Rien ne sera effacé aujourd’hui.');
    await pressSave();
    expect(await screen.findByText('Règles de conservation enregistrées')).toBeVisible();
    expect(savedSettings()).toEqual([{ quote_requests_months: null, rejected_prospects_months: null }]);
  });
  it.each(['0', '121', '1,5', 'an'])('are not « %s »', (typed) => {
    const rules = { quote_requests_months: '', rejected_prospects_months: typed };
    expect(retentionSchema.safeParse(rules).success).toBe(false);
  });
  it('are destructive also for prospects alone', () => {
    expect(destroysRows({ quote_requests: 0, rejected_prospects: 1 })).toBe(true);
  });
  it('refuse what is no number of months', async () => {
    serve();
    await open();
    await userEvent.type(prospects(), '0');
    await pressSave();
    expect(await screen.findByText('De 1 à 120 mois, ou rien pour tout conserver')).toBeVisible();
    expect(savedSettings()).toEqual([]);
  });
  it('are not saved while nobody can say what they would destroy', async () => {
    serve({ previewFails: true });
    await open();
    expect(await screen.findByText(/Impossible de dire ce que ces règles effaceraient/)).toBeVisible();
    await userEvent.type(quotes(), '3');
    await pressSave();
    expect(savedSettings()).toEqual([]);
    vi.mocked(console.error).mockClear();
    serve();
    await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }));
    await findText('Rien ne sera effacé aujourd’hui.');
    await pressSave();
    await waitFor(() => expect(savedSettings()).toHaveLength(1));
  });
});

describe('the register', () => {
  it('says when, what, who, which person and how much, and leaves idle nights out', async () => {
    serve({
      register: [
        requestRow({ id: '4', kind: 'erasure', detail: { contacts: 1, email_sends: 3, prospects: 0 } }),
        requestRow({ id: '3', recorded_by: 'autre' }),
        requestRow({
          id: '2',
          kind: 'retention',
          subject_hash: null,
          recorded_by: null,
          detail: { quote_requests: 12, rejected_prospects: 1 },
        }),
        requestRow({
          id: '1',
          kind: 'retention',
          recorded_by: null,
          detail: emptyPreview,
          subject_hash: null,
        }),
      ],
    });
    await open();
    const table = await screen.findByRole('table', { name: 'Registre' });
    const rows = (await within(table).findAllByRole('row')).slice(1);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toHaveTextContent(
      /2 novembre 2026 à 14.h.30.*Effacement.*Vous.*abcdef12.*1.contact, 3.messages/,
    );
    expect(rows[1]).toHaveTextContent(/Copie remise.*Un autre membre de l’équipe/);
    expect(rows[2]).toHaveTextContent(
      /Règle de conservation.*Le serveur.*12.demandes anonymisées, 1.prospect rejeté/,
    );
  });
  it('is empty at first, and says so', async () => {
    serve();
    await open();
    expect(await screen.findByText('Aucune copie remise, aucun effacement')).toBeVisible();
  });
});

it('counts agree with their nouns', () => {
  const plain = (text: string) => text.replace(/\s/gu, ' ');
  expect(plain(previewInWords({ quote_requests: 1, rejected_prospects: 2 }))).toBe(
    '1 demande sera anonymisée et 2 prospects rejetés seront effacés',
  );
  expect(plain(countsInWords({ contacts: 1, consent_events: 2, autre: 0 }))).toBe(
    '1 contact, 2 preuves de consentement',
  );
  expect(countsInWords({})).toBe('–');
});
