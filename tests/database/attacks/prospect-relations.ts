import { deepEqual, equal } from 'node:assert/strict';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { mustHoldNoRow, outsiders } from '../fixtures/answers.ts';
import { rpc } from '../fixtures/calls.ts';
import { rowFactoryOf } from '../fixtures/rows/row-factories.ts';
import { insert, plantParents, reset } from '../fixtures/tables.ts';

const trips = rowFactoryOf('trip_plans');
const prospects = rowFactoryOf('suggested_prospects');
const contacts = rowFactoryOf('contacts');
const quotes = rowFactoryOf('quotes');
const requests = rowFactoryOf('quote_requests');

const TRIP = 'f2000000-0000-4000-8000-000000000001';
const idOf = (number: number) => `f2000000-0000-4000-8000-0000000001${String(number).padStart(2, '0')}`;

/** A prospect, with the records that the studio already has about the same organisation. */
type Dealing = {
  prospect: Row;
  contact?: Row;
  quote?: Row;
  request?: Row;
  /** The relation that the prospect must show, with its date. */
  expected: [relation: string, since: string | null] | null;
};

const town = {
  company: 'La Malbaie',
  city: 'La Malbaie',
  region: 'Capitale-Nationale',
  sector: 'municipalité',
};
const malbaie = { ...town, external_id: 'mamh:91010' };
const hotel = { ...town, company: 'Auberge du Quai', sector: 'hôtellerie' };
const inn = { ...hotel, external_id: 'osm:node/1' };
const accepted = { status: 'accepté', closed_at: '2025-03-12T15:00:00Z' };
const sentQuote = { status: 'envoyé', sent_at: '2026-05-04T15:00:00Z' };

const dealings: Record<string, Dealing> = {
  'a town whose contact accepted a quote, by the code of the register': {
    prospect: malbaie,
    contact: { ...town, company: 'Ville de La Malbaie', email: 'greffe@malbaie.test' },
    quote: accepted,
    expected: ['client', '2025-03-12'],
  },
  'a town named in a quote that has no contact': {
    prospect: malbaie,
    quote: { ...sentQuote, organization_name: 'Ville de La Malbaie' },
    expected: ['quote', '2026-05-04'],
  },
  'an MRC named in a request': {
    prospect: { ...town, company: 'MRC de La Matanie', sector: 'mrc', external_id: 'mamh:mrc-911' },
    request: { organization_name: 'MRC de La Matanie', created_at: '2026-06-01T15:00:00Z' },
    expected: ['request', '2026-06-01'],
  },
  'a draft of a quote, by the name and the town of the contact': {
    prospect: inn,
    contact: { ...hotel, company: 'AUBERGE DU QUAI', email: 'luc@ailleurs.test' },
    quote: { status: 'brouillon', sent_at: null, created_at: '2026-07-02T15:00:00Z' },
    expected: ['quote', '2026-07-02'],
  },
  'an address that wrote a request, under another name': {
    prospect: { ...inn, email: 'Info@Quai.test' },
    request: { organization_name: 'Le Quai', email: 'info@quai.test', created_at: '2026-06-01T15:00:00Z' },
    expected: ['request', '2026-06-01'],
  },
  'the domain of a town, whoever wrote from it': {
    prospect: { ...malbaie, website: 'https://www.ville.malbaie.test/accueil' },
    request: {
      organization_name: 'Loisirs',
      email: 'loisirs@ville.malbaie.test',
      created_at: '2026-06-01T15:00:00Z',
    },
    expected: ['request', '2026-06-01'],
  },
  'a partner, before its quotes were kept here': {
    prospect: malbaie,
    contact: { ...town, email: 'greffe@malbaie.test', status: 'partenaire' },
    expected: ['client', null],
  },
  'an hotel of a town that is a client': {
    prospect: inn,
    contact: { ...town, email: 'greffe@malbaie.test' },
    quote: accepted,
    expected: null,
  },
  'a mailbox that anybody has': {
    prospect: { ...inn, email: 'quai@videotron.ca' },
    request: { organization_name: 'Musée', email: 'musee@videotron.ca' },
    expected: null,
  },
  'a contact and nothing more': {
    prospect: malbaie,
    contact: { ...town, email: 'greffe@malbaie.test' },
    expected: null,
  },
  'a quote that was refused': {
    prospect: malbaie,
    quote: { status: 'refusé', organization_name: 'La Malbaie' },
    expected: null,
  },
  'a request that was lost': {
    prospect: malbaie,
    request: { organization_name: 'La Malbaie', status: 'archivé', outcome: 'perdue' },
    expected: null,
  },
};

async function plantDealing(engine: Engine, { prospect, contact, quote, request }: Dealing): Promise<void> {
  await plantParents(engine, trips);
  await engine.sql(
    `insert into public.municipalities (code, kind, name, region, source) values
       ('91010', 'municipalité', 'La Malbaie', 'Capitale-Nationale', 'x'),
       ('911', 'mrc', 'La Matanie', 'Bas-Saint-Laurent', 'x')`,
  );
  await insert(engine, trips, {
    ...{
      ...trips.row(0, engine.people),
      id: TRIP,
      status: 'confirmé',
      stop_ids: [],
      municipality_code: null,
    },
    ...{ start_date: '2999-01-01', end_date: '2999-01-02' },
  });
  const bare = {
    ...{ email: null, website: null, phone: null, name: null, contact_id: null, status: 'pending' },
    ...{ email_source_url: null, email_found_at: null, website_source_url: null, website_found_at: null },
  };
  await insert(engine, prospects, {
    ...{ ...prospects.row(0, engine.people), id: idOf(1), trip_plan_id: TRIP, ...bare },
    ...prospect,
  });
  if (contact)
    await insert(engine, contacts, {
      ...{ ...contacts.row(0, engine.people), id: idOf(2), organisation_id: null, status: 'nouveau' },
      ...{ municipality_code: null, ...contact },
    });
  if (request)
    await insert(engine, requests, {
      ...{ ...requests.row(0, engine.people), id: idOf(3), contact_id: null, anonymised_at: null },
      ...{ outcome: null, outcome_reason: null, email: 'x@inconnu.test', ...request },
    });
  if (quote)
    await insert(engine, quotes, {
      ...{ ...quotes.row(0, engine.people), id: idOf(4), contact_id: contact ? idOf(2) : null },
      ...{ request_id: null, trip_plan_id: null, anonymised_at: null, email: 'x@inconnu.test' },
      ...{ organization_name: 'x', ...quote },
    });
}

const pendingOf = async (engine: Engine) => {
  const [{ pending } = {}] = (await rpc(engine, 'admin', 'trip_plan_counts')).body as Row[];
  const items = (await rpc(engine, 'admin', 'today_items')).body as Row[];
  return [pending, items.find(({ kind }) => kind === 'trip')?.amount ?? 0];
};

/** Checks that a prospect who is already a client, or is becoming one, is marked as such and not counted as waiting. */
export const attacksOnProspectRelations: Check[] = Object.entries(dealings).map(([name, dealing]) => ({
  name: `attack · prospects that are known · ${name}`,
  object: 'suggested_prospects',
  run: async (engine) => {
    try {
      await plantDealing(engine, dealing);
      for (const role of outsiders) {
        const answer = await rpc(engine, role, 'prospect_relations', { trip_id: TRIP });
        if (answer.text !== '{}') mustHoldNoRow(answer, role);
      }
      const { body, text } = await rpc(engine, 'admin', 'prospect_relations', { trip_id: TRIP });
      const { expected } = dealing;
      const said = (body as Record<string, Row>)[idOf(1)];
      deepEqual(
        said && [said.relation, said.since === null ? null : String(said.since).slice(0, 10)],
        expected ?? undefined,
        text,
      );
      deepEqual(await pendingOf(engine), expected ? [0, 0] : [1, 1]);
      equal(Object.keys(body as object).length, expected ? 1 : 0);
    } finally {
      await reset(engine);
    }
  },
}));
