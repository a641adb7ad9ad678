import { beforeEach, expect, test } from 'vitest';
import { prepareHarness } from '../_testing/harness.ts';
import { readPdf } from '../_testing/read-pdf.ts';
import { handler } from './handler.ts';

const contactId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const harness = prepareHarness();
let copy: Record<string, unknown> | null;
let asked: Record<string, unknown>[];

const consent = (index: number, more: object = {}) => ({
  ...{ basis: 'express', email: 'eve@ville.test', occurred_at: '2026-03-01T14:00:00Z', source_url: null },
  ...{ evidence: `Formulaire ${index}`, wording: null, wording_version: null },
  ...more,
});
const email = (index: number, more: object = {}) => ({
  ...{
    subject: `Message ${index}`,
    status: 'envoyé',
    campaign: 'Printemps',
    created_at: '2026-04-01T14:00:00Z',
  },
  ...{ finished_at: '2026-04-02T14:00:00Z', recipient_email: 'eve@ville.test', last_error: null },
  identity: { consent: { basis: 'inquiry', occurred_at: '2026-03-01T14:00:00Z' } },
  ...{ lobbying_ground: null, lobbying_reference: null },
  ...more,
});

beforeEach(() => {
  asked = [];
  copy = {
    ...{ version: 1, exported_at: '2026-11-27T15:00:00Z', studio: 'Territoire 360 inc.' },
    contact: { name: 'Eve Roy', company: 'Ville', email: 'eve@ville.test', function_title: null },
    consents: [consent(1, { wording: 'J’accepte de recevoir vos offres.', wording_version: '2026-11-21' })],
    emails: [email(1), email(2, { identity: null, status: 'annulé', finished_at: null })],
    suppressions: [{ reason: 'unsubscribed', created_at: '2026-05-01T14:00:00Z' }],
    suppression_lifts: [{ reason: 'Nouvel accord', created_at: '2026-06-01T14:00:00Z' }],
    ...{ sent_messages: [], quote_requests: [], personal_requests: [] },
  };
  harness.supabase.data = (url, body) => {
    if (!url.endsWith('/rpc/person_to_print')) return undefined;
    asked.push(JSON.parse(body));
    return copy;
  };
});

const printReport = async () => {
  const { status, body } = await harness.call(handler, { contactId });
  const pdf = await readPdf(new Uint8Array(Buffer.from(String(body.base64 ?? ''), 'base64')));
  return { status, pdf, text: pdf.printed.join(' ').replace(/\s+/g, ' ') };
};

test('each consent with its very text, each message with its ground, each withdrawal; a PDF that is read aloud', async () => {
  const { status, pdf, text } = await printReport();
  expect(status).toBe(200);
  expect(asked).toMatchObject([{ contact: contactId, author: expect.any(String) }]);
  for (const printed of [
    'J’accepte de recevoir vos offres.',
    '2026-11-21',
    'Demande de renseignements (6 mois)',
    'Aucun : le message n’est pas parti',
    'Désabonnement par la personne',
    'Retrait levé : Nouvel accord',
  ])
    expect(text).toContain(printed);
  expect(pdf.title).toContain('Eve Roy');
  expect(pdf.language).toBe('fr-CA');
  expect(pdf.metadata).toContain('pdfuaid');
});

test('what else was written and why, what was ticked with a request, what a correction changed', async () => {
  const at = '2026-05-01T14:00:00Z';
  Object.assign(copy ?? {}, {
    sent_messages: [
      { at, kind: 'campaign', subject: 'Printemps encore', about: null, is_uncertain: false },
      { at, kind: 'invoice', subject: 'Votre facture', about: 'F-2026-001', is_uncertain: false },
    ],
    quote_requests: [
      { id: 'd1', email: 'eve@ville.test', created_at: at, marketing_consent_version: '2026-11-20' },
      // The ledger already has this consent.
      {
        id: 'd2',
        email: 'eve@ville.test',
        created_at: '2026-03-01T14:00:00Z',
        marketing_consent_version: '1',
      },
    ],
    personal_requests: [
      {
        ...{ kind: 'correction', created_at: at, closed_at: null, answer: null },
        ...{ before: { phone: '819 555-0113', name: null }, after: { phone: '819 555-0199', name: 'Ève' } },
      },
    ],
  });
  const { text } = await printReport();
  for (const printed of [
    'Motif : Facture F-2026-001',
    'Case cochée dans la demande d1',
    'Téléphone : « 819 555-0113 » remplacé par « 819 555-0199 »',
    'Nom : vide remplacé par « Ève »',
  ])
    expect(text).toContain(printed);
  expect(text).not.toContain('Printemps encore');
  expect(text).not.toContain('demande d2');
});

test('a long history is printed to its end', async () => {
  Object.assign(copy ?? {}, {
    emails: Array.from({ length: 50 }, (_, index) => email(index)),
    consents: Array.from({ length: 30 }, (_, index) => consent(index)),
  });
  const { text } = await printReport();
  expect(text).toContain('Messages et ce qui les permettait (50)');
  expect(text).toContain('Message 49');
});

test('no such contact · 404; a copy of another shape · nothing is printed', async () => {
  copy = null;
  expect((await harness.call(handler, { contactId })).status).toBe(404);
  copy = { version: 2 };
  expect((await harness.call(handler, { contactId })).status).toBeGreaterThanOrEqual(500);
});
