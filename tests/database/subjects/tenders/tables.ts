import { allRights, everyRow } from '../../access/rights.ts';
import { day, instant, pick, uuid } from '../../fixtures/rows/row-factory.ts';
import type { SubjectTables } from '../subject-tables.ts';

/**
 * Notices around the municipalities 90000 to 90003: kind, buyer, and whether they count. Closed, dismissed and distant
 * ones do not.
 */
const calls = [
  { kind: 'appel', buyer: '90000', columns: 'closes_at', values: "now() + interval '3 days'" },
  { kind: 'appel', buyer: '90001', columns: 'closes_at', values: "now() - interval '1 hour'" },
  { kind: 'contrat', buyer: '90002', columns: 'ends_on', values: 'current_date + 90' },
  { kind: 'contrat', buyer: '90001', columns: 'ends_on', values: 'current_date + 300' },
  {
    ...{ kind: 'appel', buyer: '90003', columns: 'dismissed_at, closes_at' },
    values: "now(), now() + interval '9 days'",
  },
];
const expectedKinds: Record<string, string> = { 90000: 'appel', 90002: 'contrat' };

/** Notices of SEAO, the imported weeks, and the keywords. Notice 2 was dismissed. */
export const tables: SubjectTables = {
  rights: {
    tender_settings: {
      visitor: {},
      user: {},
      admin: { select: everyRow, update: ['phrases'] },
      service: allRights,
    },
    tender_signals: {
      visitor: {},
      user: {},
      reader: { select: everyRow },
      admin: { select: everyRow, update: ['dismissed_at'] },
      service: { select: everyRow },
    },
    tender_weeks: {
      visitor: {},
      user: {},
      reader: { select: everyRow },
      admin: { select: everyRow },
      service: { select: everyRow },
    },
  },
  functions: {
    'public.import_tender_week': ['authenticated', 'service_role'],
    'private.current_tenders': ['authenticated'],
    'private.tender_segment_contacts': ['authenticated'],
    'private.tender_today_rows': ['authenticated'],
    'private.buyer_place': [],
  },
  rows: [
    {
      table: 'tender_signals',
      key: ['id'],
      required: ['ocid', 'kind', 'title', 'buyer', 'phrase', 'published_at'],
      parents: ['municipalities'],
      row: (i) => ({
        id: uuid(95, i),
        ocid: `ocds-ec9k95-2001234${i}`,
        kind: pick(i, 'appel', 'contrat', 'appel'),
        title: `Visite virtuelle ${i}`,
        buyer: `Ville ${i}`,
        municipality_code: pick(i, '90000', '901', '90002'),
        closes_at: i === 1 ? null : instant(i),
        ends_on: i === 1 ? day(5, i) : null,
        url: `https://exemple.test/avis/${i}`,
        phrase: 'visite virtuelle',
        published_at: instant(i),
        dismissed_at: i === 2 ? instant(i) : null,
        created_at: instant(i),
      }),
    },
    {
      table: 'tender_weeks',
      key: ['first_day'],
      required: ['first_day', 'last_day', 'file_name', 'releases', 'kept'],
      row: (i) => ({
        first_day: day(1, i),
        last_day: day(2, i),
        file_name: `hebdo_${i}.json`,
        releases: 100 + i,
        kept: i,
        imported_at: instant(i),
      }),
    },
    {
      table: 'tender_settings',
      key: ['id'],
      required: ['id'],
      row: (i) => ({
        id: i + 1,
        phrases: [`visite ${i}`],
        updated_at: instant(i),
      }),
    },
  ],
  tablesOfMigrations: ['public.tender_settings'],
  limits: {
    tender_signals: {
      ocid: [
        {
          accept: ['ocds-ec9k95-20012345', 'ocds-ec9k95-1740136'],
          refuse: ['', 'ocds-ec9k95-', '20012345', `ocds-ec9k95-${'1'.repeat(61)}`, 'ocds-ec9k95-1\n'],
        },
      ],
      ends_on: [{ beside: { closes_at: '2031-05-01' }, accept: [null], refuse: ['2031-05-01'] }],
    },
    tender_weeks: {
      last_day: [
        {
          beside: { first_day: '2031-03-03' },
          accept: ['2031-03-03', '2031-04-12'],
          refuse: ['2031-03-02', '2031-04-13'],
        },
      ],
      kept: [{ beside: { releases: 10 }, accept: [0, 10], refuse: [-1, 11] }],
    },
    tender_settings: {
      phrases: [
        {
          accept: [[], ['visite virtuelle']],
          refuse: [[null], Array(61).fill('photo 360'), ['a'.repeat(3001)]],
        },
      ],
    },
  },
  uniques: [
    { table: 'tender_signals', columns: ['ocid'] },
    { table: 'tender_weeks', columns: ['first_day'] },
    { table: 'tender_signals', columns: ['id'] },
  ],
  references: { tender_signals: ['municipality_code'] },
  neverNull: { tender_settings: ['phrases'] },
  empties: { municipalities: { tender_signals: ['municipality_code'] } },
  segmentCondition: {
    rows: calls
      .map(
        ({ kind, buyer, columns, values }, index) =>
          `insert into public.tender_signals (ocid, kind, title, buyer, municipality_code, phrase, published_at, ${columns})
           values ('ocds-ec9k95-${index}', '${kind}', 'Avis', 'Acheteur', '${buyer}', 'photo 360', now(), ${values});`,
      )
      .join('\n'),
    make: (random) => {
      const kinds = ['appel', 'contrat'];
      const values = kinds.filter(() => random.chance(0.5));
      if (values.length === 0) values.push(random.pick(kinds));
      return { field: 'tender', values, holds: (code) => values.includes(expectedKinds[code] ?? '') };
    },
  },
};
