import { ofSubjects } from '../subjects/subject-tables.ts';
import { segmentDefinitions, tourDocuments } from './documents.ts';
import { formLimits } from './form-limits.ts';
import { type ColumnLimits, ground, hashes, type Limit, text } from './limit.ts';
import { quoteLimits } from './quote-limits.ts';
import { sealLimits } from './seal-limits.ts';
import { settingsLimits } from './settings-limits.ts';
import { surveyLimits } from './survey-limits.ts';

const lowerColor = { accept: ['#0a1b2c'], refuse: ['#0A1B2C', '#fff', 'red', '#0a1b2c\n', 'url(x)'] };
/** Makes a list of contacts to visit. */
const stops = (count: number) =>
  Array.from({ length: count }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`);
const replyColumns = { kind: 'reply', subject: 'Sujet', body: 'Texte' };

/**
 * Limits that no form sets: formats of values that functions write, JSON documents, and columns that depend on each
 * other.
 */
const columnLimits: Record<string, ColumnLimits> = {
  tags: {
    color: [
      { accept: ['#3b82f6', '#ABCDEF'], refuse: ['3b82f6', '#fff', '#3b82fg', 'red', '', '#3b82f6\n'] },
    ],
  },
  virtual_tours: {
    image_url: [{ accept: [null, '/images/visite.jpg'], refuse: ['/\\exemple.test/x.jpg', '/a b.jpg'] }],
  },
  tour_deliveries: {
    color: [lowerColor],
    checksum: [hashes],
    file_path: [
      {
        accept: ['d0000000-0000-4000-8000-000000000001.zip'],
        refuse: [
          'x.zip',
          '../d0000000-0000-4000-8000-000000000001.zip',
          'd0000000-0000-4000-8000-000000000001.html',
        ],
      },
    ],
  },
  panorama_tour_drafts: { document: [tourDocuments(true)] },
  panorama_tours: { document: [tourDocuments(false)] },
  quote_requests: {
    marketing_consent_version: [
      {
        accept: [null, '2026-11-21', '2099-12-31'],
        refuse: [
          ...['', 'oui', '21-11-2026', '1999-12-31', '2026-13-01', '2026-00-10', '2026-11-32', '2026-11-00'],
          ...['2026-11-21\n', ' 2026-11-21', '2026-11-211', '2026-11-21; oui'],
        ],
      },
    ],
    outcome_reason: [
      { beside: { outcome: 'perdue' }, accept: [null, 'prix'], refuse: [] },
      { beside: { outcome: 'gagnée' }, accept: [null], refuse: ['prix'] },
      { beside: { outcome: null }, accept: [null], refuse: ['prix'] },
    ],
  },
  inbound_messages: {
    attachments: [{ accept: [[], Array(20).fill({})], refuse: [{}, 'a', Array(21).fill({})] }],
  },
  notifications: {
    kind: [
      // A notification about a quote needs the quote.
      { accept: ['acknowledgement'], refuse: ['quote_code', 'quote_accepted', 'quote_signed'] },
      { beside: { subject: 'Sujet', body: 'Texte' }, accept: ['reply'], refuse: ['acknowledgement'] },
    ],
    state: [
      { accept: ['envoyé'], refuse: ['brouillon'] },
      { beside: { kind: 'reply', subject: '', body: '' }, accept: ['brouillon'], refuse: ['en_attente'] },
    ],
    subject: [{ beside: replyColumns, accept: ['a', text(200)], refuse: [null, '', ' ', text(201), 'a\nb'] }],
    body: [{ beside: replyColumns, accept: ['a', text(10_000)], refuse: [null, '', text(10_001)] }],
    attachments: [
      { accept: [[]], refuse: [{}, 'a', [{ path: 'a' }]] },
      { beside: replyColumns, accept: [Array(10).fill({})], refuse: [Array(11).fill({})] },
    ],
  },
  invitations: {
    email: [{ accept: [], refuse: ['A@exemple.test'] }],
    token_hash: [hashes, { accept: [null], refuse: [''] }],
  },
  municipalities: {
    code: [
      { accept: ['01023', '99999'], refuse: ['1023', '010234', 'ABCDE', '', '01023\n'] },
      { beside: { kind: 'mrc' }, accept: ['020', '993'], refuse: ['20', '0200', 'AR0', ''] },
    ],
    mrc_code: [{ accept: [null, '020'], refuse: ['20', '0200', 'abc', ''] }],
    latitude: [{ beside: { longitude: -71 }, accept: [44, 64], refuse: [43.9, 64.1, -71, null] }],
    longitude: [{ beside: { latitude: 46 }, accept: [-81, -56], refuse: [-81.1, -55.9, 71, null] }],
  },
  trip_plans: {
    end_date: [{ beside: { start_date: '2031-03-10' }, accept: ['2031-03-10'], refuse: ['2031-03-09'] }],
    latitude: [{ accept: [null, 44, 64], refuse: [43.9, 64.1, -71] }],
    longitude: [{ accept: [null, -81, -56], refuse: [-81.1, -55.9, 71] }],
    stop_ids: [{ accept: [[], stops(100)], refuse: [stops(101), [null]] }],
  },
  suggested_prospects: {
    external_id: [
      {
        accept: [null, 'mamh:23027', 'mamh:mrc-230', 'osm:node/1', 'osm:way/12', 'osm:relation/123'],
        refuse: [
          '',
          'x:1',
          'mamh:',
          'osm:1',
          'osm:node/a',
          'osm:area/1',
          'osm:node/1\n',
          `mamh:${'1'.repeat(56)}`,
        ],
      },
    ],
  },
  overpass_answers: { key: [hashes] },
  campaigns: {
    pause_reason: [
      { beside: { paused_at: '2030-01-01T00:00:00Z' }, accept: [text(500)], refuse: [text(501), null] },
      { beside: { paused_at: null }, accept: [null], refuse: ['Pause'] },
    ],
    message_subject: [{ beside: { message_body: null }, accept: [null], refuse: ['Objet'] }],
    draft: [
      {
        beside: { status: 'brouillon' },
        accept: [null, {}, { name: text(450_000) }],
        refuse: [[], 'a', { name: text(600_000) }],
      },
      { beside: { status: 'en_cours' }, accept: [null], refuse: [{}] },
    ],
    archived_at: [
      {
        beside: { status: 'en_cours', cancelled_at: null },
        accept: [null],
        refuse: ['2030-01-01T00:00:00Z'],
      },
    ],
    segment_name: [
      { beside: { segment_definition: {} }, accept: [text(60)], refuse: [text(61), null] },
      { beside: { segment_definition: null }, accept: [null], refuse: ['Segment'] },
    ],
    ...ground,
  },
  email_sends: {
    recipient_hash: [hashes],
    message_id: [{ accept: [null, '<a@exemple.test>'], refuse: ['', 'a@exemple.test', '<a b>', '<a>\n<b>'] }],
    ...ground,
  },
  suppression_lifts: { email_hash: [hashes] },
  privacy_register: { subject_hash: [hashes] },
  suppressions: {
    email_hash: [hashes],
    key_fingerprint: [
      {
        accept: ['0123456789abcdef'],
        refuse: ['', 'a'.repeat(15), 'a'.repeat(17), 'A'.repeat(16), 'g'.repeat(16)],
      },
    ],
  },
  saved_views: {
    parameters: [
      {
        accept: ['q=a', `q=${'a'.repeat(1998)}`, 'tri=-nom%2Cville&q=%C3%A9', 'q=a*b._-+'],
        // These texts would break out of the list filter, or of the query string.
        refuse: [
          '',
          'a'.repeat(2001),
          '/admin',
          'q=a#b',
          'q=a b',
          'q=é',
          'q=a\n',
          'q="',
          'q=<a>',
          'javascript:a',
        ],
      },
    ],
    position: [{ accept: [-1, 0.5, 1e9], refuse: ['NaN', 'Infinity', '-Infinity'] }],
  },
  testimonials: { position: [{ accept: [0, -1.5], refuse: ['Infinity', '-Infinity', 'NaN'] }] },
  contact_segments: { definition: [segmentDefinitions] },
  personal_requests: {
    due_on: [
      { beside: { kind: 'correction' }, accept: [null], refuse: ['2031-01-01'] },
      { beside: { kind: 'erasure' }, accept: ['2031-01-01'], refuse: [null] },
    ],
    answer: [{ accept: [null, text(2000)], refuse: ['', ' ', text(2001)] }],
  },
  next_actions: ground,
};

/** Every limit that is checked, by column. */
export const limits: Limit[] = [
  ...formLimits(),
  ...settingsLimits,
  ...[columnLimits, quoteLimits, surveyLimits, sealLimits, ofSubjects(({ limits }) => limits)].flatMap(
    (tables) =>
      Object.entries(tables).flatMap(([table, columns]) =>
        Object.entries(columns).flatMap(([column, all]) => all.map((limit) => ({ table, column, ...limit }))),
      ),
  ),
];
