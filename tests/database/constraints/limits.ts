import type { Row } from '../engines/engine.ts';
import { panoramaFolder, panoramaScene } from '../fixtures/rows/panorama-tours.ts';

/** Values of one column that must go in, and values just past them that must not. */
export type Limit = {
  table: string;
  column: string;
  accept: unknown[];
  refuse: unknown[];
  /** What else the row needs for the value to make sense. */
  beside?: Row;
};

/** Accented on purpose: limits count characters, not bytes. */
const text = (length: number) => 'é'.repeat(length);
const slug = (length: number) => 'a'.repeat(length);
const email = (length: number) => `a@${`${'b'.repeat(61)}.`.repeat(4)}${'c'.repeat(length - 250)}`;
const address = (length: number) =>
  `https://exemple.test/${'a'.repeat(length - 'https://exemple.test/'.length)}`;

const between = (least: number, most: number) => ({
  accept: [text(least), text(most)],
  refuse: [text(least - 1), ' '.repeat(least), text(most + 1)],
});
const hashes = {
  accept: ['0123456789abcdef'.repeat(4)],
  refuse: ['a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64), 'g'.repeat(64), 'a@exemple.test', ''],
};
/** What an acceptance online holds besides. */
const codeAsked = { code_sent_to: 'a@exemple.test', code_sent_at: '2031-01-01', code_hash: 'a'.repeat(64) };
const atMost = (most: number) => ({ accept: [null, text(most)], refuse: [text(most + 1)] });
const oneOf = (...values: string[]) => ({
  accept: values,
  refuse: ['inconnu', '', values[0]?.toUpperCase()],
});
const oneLine = {
  accept: ["L'Anse-Saint-Jean « vue »"],
  refuse: [
    ...['nom\r\nBcc: a@exemple.test', 'nom\ttab', 'nom\n', 'nom\u0085', 'nom\u2028'],
    ...['Ville\u202e dlog', 'vil\u00adle', 'nom\u200b', '\u2066nom', '\ufeffnom', 'nom\u{e0041}'],
  ],
};
/** What allows to solicit a public office, and its reference: both or none. */
const ground = {
  lobbying_ground: [
    {
      beside: { lobbying_reference: 'Contrat 12' },
      ...oneOf('written_request', 'public_call', 'award', 'mandate'),
    },
    { beside: { lobbying_reference: null }, accept: [null], refuse: ['award'] },
  ],
  lobbying_reference: [
    { beside: { lobbying_ground: 'award' }, accept: ['a', text(200)], refuse: ['', text(201), null] },
    { beside: { lobbying_ground: 'award' }, ...oneLine },
  ],
};
/** So many contacts to visit. */
const stops = (count: number) =>
  Array.from({ length: count }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`);
const phoneLine = { accept: ['418 555-0101 p. 12'], refuse: ['418\n555', '418\u202e555'] };
const slugs = (most: number) => ({
  accept: ['a', slug(most), 'mont-tremblant-2'],
  refuse: ['', slug(most + 1), 'Mont', 'é', 'a b', '-a', 'a-', 'a--b', 'a_b', 'a\n'],
});
const emails = {
  accept: [email(255), 'prenom.nom+essai@sous.exemple.test'],
  // The whole rule: shared-rules.ts.
  refuse: [
    ...['', 'sans-arobase', 'a@b', '@exemple.test', 'a b@exemple.test', 'a@exemple..test', 'a@@exemple.test'],
    ...['a@exemple.test\r\nBcc: b@exemple.test', 'a@exemple.test,b@exemple.test', 'A <a@exemple.test>'],
    ...[
      'Gagnez\u00a0a@exemple.test',
      'a\u202f@exemple.test',
      'a@\uff53.exemple.test',
      'a@\u00adexemple.test',
    ],
    ...[email(256), `${'a'.repeat(65)}@exemple.test`],
  ],
};
const hostile = [
  ...['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd'],
  ...['ftp://exemple.test', 'https://', 'https:///x', 'exemple.test', 'https://exemple.test/a b', ''],
  ...['\njavascript:alert(1)', 'https://exemple.test\njavascript:alert(1)', ' https://exemple.test'],
];
const links = {
  accept: ['http://exemple.test', 'HTTPS://exemple.test/a?b=c#d', address(500)],
  refuse: [...hostile, address(501)],
};
const pictures = {
  accept: [null, '/images/visite.jpg', `/${'a'.repeat(499)}`, ...links.accept],
  refuse: [
    ...links.refuse,
    '//exemple.test/x.jpg',
    '/\\exemple.test/x.jpg',
    '/a b.jpg',
    `/${'a'.repeat(500)}`,
  ],
};
const sectors = oneOf(
  ...['hôtellerie', 'immobilier', 'tourisme', 'commerce', 'restaurant'],
  ...['municipalité', 'mrc', 'organisme-public', 'autre'],
);

const upTo = (most: number) => ({ accept: ['', text(most)], refuse: [text(most + 1)] });
const quoteLine = (more: Row = {}) => ({
  ...{ description: 'Visite', quantity: '1.500', unit: 'heure', unitPriceCents: 10_000, ...more },
});
const quoteLines = {
  accept: [
    ...[[], [quoteLine()], Array(100).fill(quoteLine()), [quoteLine({ description: '', unit: '' })]],
    [quoteLine({ description: `${text(500)}\n${text(499)}`, unit: text(20) })],
    [quoteLine({ quantity: '0.000' }), quoteLine({ quantity: '999999.999', unitPriceCents: 0 })],
    [quoteLine({ quantity: '1.000', unitPriceCents: 9_999_999_999 })],
  ],
  refuse: [
    ...[{}, 'ligne', [null], ['ligne'], [[]], [{}], Array(101).fill(quoteLine())],
    ...[
      { description: text(1001) },
      { description: 'a\u202eb' },
      { description: 1 },
      { description: null },
    ].map((more) => [quoteLine(more)]),
    ...[{ unit: text(21) }, { unit: 'a\nb' }, { unit: 1 }].map((more) => [quoteLine(more)]),
    ...['1', '1.5', '01.500', '-1.000', '1.5000', '1,500', '1000000.000', 'NaN', '', '1.000\n', 1.5].map(
      (quantity) => [quoteLine({ quantity })],
    ),
    ...[-1, 1.5, 1e10, '100', null].map((unitPriceCents) => [quoteLine({ unitPriceCents })]),
    [{ ...quoteLine(), amountCents: 15_000 }],
    // More than a hundred million dollars in all.
    [quoteLine({ quantity: '2.000', unitPriceCents: 9_999_999_999 })],
    Array(100).fill(quoteLine({ quantity: '999999.999', unitPriceCents: 9_999_999_999 })),
  ],
};

/** Documents of a tour, at each limit and past it. */
function tourDocuments(isDraft: boolean): { accept: unknown[]; refuse: unknown[] } {
  const scene = (more: Row = {}, id = 'a'): Row =>
    panoramaScene(2, { id, ...(isDraft ? { blurs: [] } : {}), ...more });
  const one = (more: Row) => ({ scenes: [scene(more), scene({}, 'b')] });
  const at = { yaw: -180, pitch: 90 };
  const picture = scene().picture as Row;
  const plan = { path: `${panoramaFolder(2, 1)}/plan.jpg`, width: 800, height: 600, alt: 'Plan' };
  const point = (more: Row) => one({ points: [{ ...at, id: 'p', title: 'Titre', ...more }] });
  const link = (more: Row) => one({ links: [{ ...at, id: 'l', to: 'b', ...more }] });
  const blur = (more: Row) => one({ blurs: [{ ...at, id: 'f', width: 4, height: 4, ...more }] });
  const scenes = (count: number) => ({ scenes: Array.from({ length: count }, (_, n) => scene({}, `s${n}`)) });
  const incomplete = [{ scenes: [] }, one({ name: '' }), one({ alt: ' ' }), point({ title: '' })];
  const draftOnly = [blur({}), one({ original: `${panoramaFolder(2, 1)}/original.jpg` })];
  const elsewhere = ['https://exemple.test/x', '../x', `${panoramaFolder(2, 0)}/x`, 7, null];
  return {
    accept: [
      ...[one({}), scenes(60), { ...one({}), plan }, one({ heading: 359.9, onPlan: { x: 0, y: 1 } })],
      ...[
        one({ name: text(100), alt: text(500) }),
        point({ title: text(100), text: text(1000), url: address(500) }),
      ],
      ...[point({ picture: { path: `${panoramaFolder(2, 1)}/picture.jpg`, alt: 'Vue' } }), link({})],
      ...(isDraft ? [...incomplete, ...draftOnly] : []),
    ],
    refuse: [
      ...[
        [],
        'x',
        {},
        { scenes: {} },
        { scenes: [7] },
        { scenes: [{}] },
        scenes(61),
        { ...one({}), html: '<b>' },
      ],
      // Two of the same name.
      { scenes: [scene(), scene()] },
      ...[one({ id: '' }), one({ id: 'a b' }), one({ id: null }), one({ name: 7 }), one({ name: text(101) })],
      ...[
        one({ alt: text(501) }),
        one({ heading: 361 }),
        one({ heading: '7' }),
        one({ onPlan: { x: 2, y: 0 } }),
      ],
      ...[181, -181, '0', null].map((yaw) => one({ view: { yaw, pitch: 0, zoom: 50 } })),
      ...[one({ view: { yaw: 0, pitch: 91, zoom: 50 } }), one({ view: { yaw: 0, pitch: 0, zoom: 101 } })],
      ...elsewhere.map((folder) => one({ picture: { ...picture, folder } })),
      ...elsewhere.map((path) => ({ ...one({}), plan: { ...plan, path } })),
      ...elsewhere.map((path) => point({ picture: { path, alt: 'Vue' } })),
      ...[0, 16_385, '8192'].map((width) => one({ picture: { ...picture, width } })),
      ...[{}, [{ width: 1 }], [{ width: 8192, columns: 65, rows: 4 }], Array(7).fill(picture.levels)].map(
        (levels) => one({ picture: { ...picture, levels } }),
      ),
      ...[link({ to: 'c' }), link({ to: 'a' }), link({ to: null }), link({ id: '' }), link({ yaw: 181 })],
      one({ links: Array(21).fill({ ...at, id: 'l', to: 'b' }) }),
      one({ points: Array(31).fill({ ...at, id: 'p', title: 'Titre' }) }),
      ...[point({ title: text(101) }), point({ title: 7 }), point({ text: text(1001) }), point({ text: {} })],
      ...[...hostile, 'http://exemple.test', address(501), 7, null].map((url) => point({ url })),
      ...(isDraft
        ? [
            ...[blur({ width: 0 }), blur({ height: 181 }), blur({ pitch: 91 }), one({ blurs: {} })],
            ...[
              one({ blurs: Array(61).fill({ ...at, id: 'f', width: 1, height: 1 }) }),
              one({ original: 'x.jpg' }),
            ],
          ]
        : [...incomplete, ...draftOnly]),
      // More than 256 kB.
      { scenes: scenes(60).scenes.map((each) => ({ ...each, note: text(2500) })) },
    ],
  };
}

type ColumnLimits = Record<string, Omit<Limit, 'table' | 'column'>[]>;

/** Section 5 of the specification and its enumerations, and what `decisions.md` and the threat model add. */
const limitsByTable: Record<string, ColumnLimits> = {
  tags: {
    name: [between(1, 100), oneLine],
    slug: [slugs(100)],
    color: [
      {
        accept: ['#3b82f6', '#ABCDEF'],
        refuse: [
          '3b82f6',
          '#fff',
          '#3b82f',
          '#3b82f6a',
          '#3b82fg',
          'red',
          '',
          '#3b82f6\n',
          '#3b82f6;x:url(y)',
        ],
      },
    ],
    icon: [atMost(50)],
    display_order: [{ accept: [0], refuse: [-1] }],
  },
  virtual_tours: {
    title: [between(1, 200), oneLine],
    slug: [slugs(200)],
    location: [atMost(200)],
    description: [atMost(2000)],
    url: [links],
    image_url: [pictures],
    panorama_url: [pictures],
    client_name: [atMost(200), oneLine],
    panorama_count: [{ accept: [null, 1, 10000], refuse: [0, 10001] }],
    need: [atMost(1000)],
    delivered: [atMost(1000)],
    result: [atMost(1000)],
    status: [oneOf('published', 'draft', 'archived')],
    view_count: [{ accept: [0], refuse: [-1] }],
  },
  tour_views: { views: [{ accept: [0, 1], refuse: [-1] }] },
  publications: {
    state: [oneOf('en_file', 'en_cours', 'publié', 'échec')],
    attempts: [{ accept: [0, 5], refuse: [-1] }],
    reason: [atMost(500)],
  },
  tour_link_checks: {
    url: [{ accept: ['x'.repeat(500)], refuse: ['x'.repeat(501)] }],
    status: [{ accept: [null, 100, 599], refuse: [99, 600] }],
    reason: [atMost(300)],
    failures: [{ accept: [0, 1], refuse: [-1] }],
  },
  tour_deliveries: {
    version: [{ accept: [1, 2], refuse: [0] }],
    client: [between(1, 200), oneLine],
    color: [{ accept: ['#0a1b2c'], refuse: ['#0A1B2C', '#fff', 'red', '#0a1b2c\n', 'url(x)'] }],
    rights: [between(1, 2000)],
    panoramas: [{ accept: [1, 60], refuse: [0, 61] }],
    width: [{ accept: [1, 16384], refuse: [0, 16385] }],
    files: [{ accept: [1], refuse: [0] }],
    bytes: [{ accept: [1, 5e12], refuse: [0] }],
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
  panorama_tours: { document: [tourDocuments(false)], version: [{ accept: [1, 2], refuse: [0] }] },
  quote_requests: {
    organization_name: [between(2, 200), oneLine],
    contact_name: [between(2, 100), oneLine],
    email: [emails],
    phone: [atMost(20), phoneLine],
    organization_type: [oneOf('municipalite', 'mrc', 'ville', 'organisme-public', 'autre')],
    service_type: [
      oneOf('visite-virtuelle', 'street-view', 'pre-deneigement', 'infrastructure', 'evenement', 'autre'),
    ],
    message: [atMost(2000)],
    marketing_consent_version: [
      {
        accept: [null, '2026-11-21', '2099-12-31'],
        refuse: [
          ...['', 'oui', 'true', '21-11-2026', '1999-12-31', '2026-13-01', '2026-00-10', '2026-11-32'],
          ...['2026-11-00', '2026-11-21\n', ' 2026-11-21', '2026-11-211', '2026-11-21; oui'],
        ],
      },
    ],
    status: [oneOf('nouveau', 'en_cours', 'répondu', 'archivé')],
    expected_amount_cents: [{ accept: [null, 0, 10_000_000_000], refuse: [-1, 10_000_000_001] }],
    outcome: [{ accept: [null, 'gagnée', 'perdue'], refuse: ['', 'Perdue'] }],
    outcome_reason: [
      {
        beside: { outcome: 'perdue' },
        accept: [null, 'prix', 'delai', 'concurrent', 'budget', 'sans_suite', 'autre'],
        refuse: ['', 'inconnu'],
      },
      { beside: { outcome: 'gagnée' }, accept: [null], refuse: ['prix'] },
      { beside: { outcome: null }, accept: [null], refuse: ['prix'] },
    ],
    outcome_note: [atMost(500)],
  },
  request_notes: { kind: [oneOf('note', 'received')], body: [between(1, 5000)] },
  inbound_messages: {
    provider_id: [between(1, 200)],
    message_id: [upTo(300)],
    from_email: [upTo(320), oneLine],
    from_name: [upTo(200), oneLine],
    subject: [upTo(998), oneLine],
    body: [upTo(50_000)],
    quoted: [upTo(50_000)],
    kind: [oneOf('reply', 'absence', 'bounce', 'removal', 'automatic')],
    sender_check: [oneOf('pass', 'fail', 'unknown')],
    matched_by: [oneOf('token', 'thread', 'sender', 'person')],
    attachments: [{ accept: [[], Array(20).fill({})], refuse: [{}, 'a', Array(21).fill({})] }],
    trouble: [atMost(500)],
  },
  request_events: { kind: [oneOf('status', 'outcome')] },
  notifications: {
    kind: [
      oneOf('admin_notice', 'acknowledgement'),
      // One that is about a quote needs the quote.
      { accept: ['acknowledgement'], refuse: ['quote_code', 'quote_accepted', 'quote_signed'] },
      { beside: { subject: 'Sujet', body: 'Texte' }, accept: ['reply'], refuse: ['acknowledgement'] },
    ],
    state: [
      {
        ...oneOf('en_attente', 'envoyé', 'échec', 'incertain', 'retenu'),
        refuse: ['inconnu', '', 'brouillon'],
      },
      { beside: { kind: 'reply', subject: '', body: '' }, accept: ['brouillon'], refuse: ['en_attente'] },
    ],
    subject: [
      {
        beside: { kind: 'reply', body: 'Texte' },
        accept: ['a', text(200)],
        refuse: [null, '', ' ', text(201)],
      },
      { beside: { kind: 'reply', body: 'Texte' }, ...oneLine },
    ],
    body: [
      {
        beside: { kind: 'reply', subject: 'Sujet' },
        accept: ['a', text(10_000)],
        refuse: [null, '', text(10_001)],
      },
    ],
    attachments: [
      { accept: [[]], refuse: [{}, 'a', [{ path: 'a' }]] },
      {
        beside: { kind: 'reply', subject: 'Sujet', body: 'Texte' },
        accept: [Array(10).fill({})],
        refuse: [Array(11).fill({})],
      },
    ],
    attempts: [{ accept: [0, 24], refuse: [-1] }],
    provider_id: [atMost(200)],
    last_error: [atMost(500)],
  },
  user_roles: { role: [{ accept: ['admin', 'reader'], refuse: ['Admin', 'lecteur', ''] }] },
  invitations: {
    email: [emails, { accept: [], refuse: ['A@exemple.test'] }],
    role: [oneOf('admin', 'reader')],
    token_hash: [hashes, { accept: [null], refuse: [''] }],
    mail_state: [oneOf('en_attente', 'envoyé', 'échec', 'incertain')],
    attempts: [{ accept: [0, 8], refuse: [-1] }],
    provider_id: [atMost(200)],
    last_error: [atMost(500)],
  },
  activity_log: {
    action: [oneOf('created', 'updated', 'deleted', 'restored')],
    record_count: [{ accept: [1, 10_000], refuse: [0, -1] }],
  },
  municipalities: {
    code: [
      { accept: ['01023', '99999'], refuse: ['1023', '010234', 'ABCDE', '', '01023\n'] },
      { beside: { kind: 'mrc' }, accept: ['020', '993'], refuse: ['20', '0200', 'AR0', ''] },
    ],
    kind: [
      { accept: ['municipalité'], refuse: ['inconnu', 'Municipalité', '', 'mrc'] },
      { beside: { code: '902' }, accept: ['mrc'], refuse: ['municipalité'] },
    ],
    name: [between(1, 100), oneLine],
    designation: [atMost(60)],
    address: [between(1, 200), oneLine],
    mrc_code: [{ accept: [null, '020'], refuse: ['20', '0200', 'abc', ''] }],
    mrc_name: [between(1, 100), { accept: [null], refuse: [''] }, oneLine],
    region: [
      oneOf(
        ...['Bas-Saint-Laurent', 'Saguenay–Lac-Saint-Jean', 'Capitale-Nationale', 'Mauricie', 'Estrie'],
        ...['Montréal', 'Outaouais', 'Abitibi-Témiscamingue', 'Côte-Nord', 'Nord-du-Québec'],
        ...['Gaspésie–Îles-de-la-Madeleine', 'Chaudière-Appalaches', 'Laval', 'Lanaudière', 'Laurentides'],
        ...['Montérégie', 'Centre-du-Québec'],
      ),
    ],
    latitude: [{ beside: { longitude: -71 }, accept: [44, 64], refuse: [43.9, 64.1, -71, null] }],
    longitude: [{ beside: { latitude: 46 }, accept: [-81, -56], refuse: [-81.1, -55.9, 71, null] }],
    population: [{ accept: [null, 0], refuse: [-1] }],
    official_email: [emails, { accept: [null], refuse: [''] }],
    phone: [atMost(20)],
    website: [links, { accept: [null], refuse: [''] }],
    source: [between(1, 200)],
  },
  trip_plans: {
    city: [between(1, 100)],
    region: [between(1, 100)],
    end_date: [
      {
        beside: { start_date: '2031-03-10' },
        accept: ['2031-03-10', '2031-03-11'],
        refuse: ['2031-03-09'],
      },
    ],
    job_type: [oneOf('visite_virtuelle', 'street_view', 'photo', 'autre')],
    client_name: [atMost(200), oneLine],
    description: [atMost(2000)],
    status: [oneOf('planifié', 'confirmé', 'terminé', 'annulé')],
    radius_km: [{ accept: [1, 500], refuse: [0, 501, -1] }],
    latitude: [{ accept: [null, 44, 64], refuse: [43.9, 64.1, -71] }],
    longitude: [{ accept: [null, -81, -56], refuse: [-81.1, -55.9, 71] }],
    stop_ids: [{ accept: [[], stops(100)], refuse: [stops(101), [null]] }],
  },
  suggested_prospects: {
    name: [atMost(100), oneLine],
    company: [between(1, 100), oneLine],
    email: [emails, { accept: [null], refuse: [''] }],
    phone: [atMost(20), phoneLine],
    city: [between(1, 100), oneLine],
    region: [between(1, 100), oneLine],
    sector: [sectors],
    website: [links, { accept: [null], refuse: [''] }],
    ai_reasoning: [atMost(2000)],
    status: [oneOf('pending', 'accepted', 'rejected')],
    origin: [oneOf('mamh', 'osm'), { accept: [null], refuse: [''] }],
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
    latitude: [{ accept: [null, -90, 90], refuse: [-91, 91] }],
    longitude: [{ accept: [null, -180, 180], refuse: [-181, 181] }],
    distance_km: [{ accept: [null, 0, 600], refuse: [-1, 601] }],
    road_km: [{ accept: [null, 0, 10_000], refuse: [-1, 10_001] }],
    road_minutes: [{ accept: [null, 0, 20_000], refuse: [-1, 20_001] }],
    crossing: [between(1, 200), oneLine],
    score: [{ accept: [null, 0, 100], refuse: [-1, 101] }],
    source_url: [links, { accept: [null], refuse: [''] }],
    email_source_url: [links, { accept: [null], refuse: [''] }],
    phone_source_url: [links, { accept: [null], refuse: [''] }],
    website_source_url: [links, { accept: [null], refuse: [''] }],
  },
  prospect_generations: {
    status: [oneOf('running', 'finished', 'failed')],
    step: [oneOf('registers', 'businesses', 'ranking', 'saving')],
    found: [{ accept: [0, 1], refuse: [-1] }],
    added: [{ accept: [0, 1], refuse: [-1] }],
    message: [atMost(1000)],
  },
  overpass_answers: {
    key: [
      {
        accept: ['0123456789abcdef'.repeat(4)],
        refuse: ['a'.repeat(63), 'a'.repeat(65), 'A'.repeat(64), 'g'.repeat(64), ''],
      },
    ],
  },
  language_model_calls: {
    purpose: [between(1, 100)],
    model: [between(1, 200)],
    http_status: [{ accept: [null, 100, 599], refuse: [99, 600] }],
    prompt_tokens: [{ accept: [null, 0], refuse: [-1] }],
    completion_tokens: [{ accept: [null, 0], refuse: [-1] }],
    duration_ms: [{ accept: [0], refuse: [-1] }],
  },
  contacts: {
    name: [between(1, 100), oneLine],
    company: [between(1, 100), oneLine],
    email: [emails, { accept: [null], refuse: [''] }],
    phone: [atMost(20), phoneLine],
    city: [between(1, 100), oneLine],
    region: [between(1, 100), oneLine],
    sector: [sectors],
    status: [oneOf('nouveau', 'contacté', 'intéressé', 'refusé', 'partenaire')],
    website: [links, { accept: [null], refuse: [''] }],
    notes: [atMost(1000)],
    function_kind: [
      oneOf('direction-générale', 'greffe', 'communications', 'loisirs', 'urbanisme', 'mairie', 'autre'),
    ],
    function_title: [between(1, 100), oneLine],
  },
  organisations: {
    kind: [oneOf('municipalité', 'mrc', 'organisme-public', 'entreprise', 'autre')],
    name: [between(1, 100), oneLine],
    city: [between(1, 100), oneLine],
    region: [between(1, 100), oneLine],
    email: [emails, { accept: [null], refuse: [''] }],
    phone: [atMost(20), phoneLine],
    website: [links, { accept: [null], refuse: [''] }],
    address: [atMost(200), oneLine],
    notes: [atMost(1000)],
    domain: [atMost(255)],
  },
  contact_activities: { kind: [oneOf('appel', 'rencontre', 'note')], body: [between(1, 5000)] },
  contact_events: { kind: [oneOf('status', 'imported', 'completed')], source: [atMost(500)] },
  email_templates: {
    name: [between(1, 100), oneLine],
    subject: [between(1, 200), oneLine],
    body: [between(1, 5000)],
    tone: [oneOf('professionnel', 'décontracté', 'persuasif', 'amical')],
    sector: [sectors, { accept: [null], refuse: [''] }],
    variables: [{ accept: [[], Array(50).fill('nom')], refuse: [Array(51).fill('nom')] }],
  },
  campaigns: {
    name: [between(1, 100), oneLine],
    status: [oneOf('brouillon', 'programmé', 'en_cours', 'terminé')],
    followup_days: [{ accept: [1, 30], refuse: [0, 31] }],
    from_email: [emails, { accept: [null], refuse: [''] }],
    pause_reason: [
      { beside: { paused_at: '2030-01-01T00:00:00Z' }, accept: [text(500)], refuse: [text(501), null] },
      { beside: { paused_at: null }, accept: [null], refuse: ['Pause'] },
    ],
    followup_subject: [
      {
        beside: { followup_body: 'Texte' },
        accept: [text(200)],
        refuse: [text(201), 'Re:\nBcc: b@exemple.test', null],
      },
      { beside: { followup_body: null }, accept: [null], refuse: ['Relance'] },
    ],
    followup_body: [
      { beside: { followup_subject: 'Relance' }, accept: [text(5000)], refuse: [text(5001), null] },
    ],
    message_subject: [
      { beside: { message_body: 'Texte' }, accept: [text(200)], refuse: [text(201), null] },
      { beside: { message_body: 'Texte' }, ...oneLine },
      { beside: { message_body: null }, accept: [null], refuse: ['Objet'] },
    ],
    message_body: [
      { beside: { message_subject: 'Objet' }, accept: [text(5000)], refuse: [text(5001), null] },
    ],
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
    step: [{ accept: [0, 10], refuse: [-1, 11] }],
    subject: [between(1, 998), oneLine],
    body: [between(1, 50000)],
    status: [oneOf('programmé', 'brouillon', 'envoyé', 'échec', 'incertain', 'annulé')],
    recipient_email: [emails, { accept: [null], refuse: [''] }],
    recipient_name: [atMost(100), oneLine],
    from_email: [emails, { accept: [null], refuse: [''] }],
    attempts: [{ accept: [0, 8], refuse: [-1] }],
    provider_id: [atMost(200)],
    last_error: [atMost(500)],
    recipient_hash: [hashes, { accept: [null], refuse: [''] }],
    bounce_reason: [atMost(500)],
    followup_refusal: [atMost(200)],
    message_id: [{ accept: [null, '<a@exemple.test>'], refuse: ['', 'a@exemple.test', '<a b>', '<a>\n<b>'] }],
    ...{
      lobbying_ground: ground.lobbying_ground,
      lobbying_reference: [
        { beside: { lobbying_ground: 'award' }, accept: ['a', text(200)], refuse: [text(201), null] },
      ],
    },
  },
  email_events: {
    id: [{ accept: ['msg_1', 'm'.repeat(200)], refuse: ['', ' ', 'm'.repeat(201)] }],
    kind: [
      oneOf(
        ...['sent', 'delivered', 'delayed', 'bounced', 'soft_bounced', 'complained', 'opened', 'clicked'],
        ...['failed', 'suppressed'],
      ),
    ],
    detail: [atMost(500)],
  },
  trash: {
    kind: [
      oneOf(
        ...['virtual_tours', 'contacts', 'quote_requests', 'trip_plans', 'email_templates', 'quotes'],
        'organisations',
      ),
    ],
    label: [{ accept: ['V', 'v'.repeat(300)], refuse: ['', 'v'.repeat(301)] }],
  },
  suppression_lifts: { email_hash: [hashes], reason: [between(1, 500)] },
  privacy_register: {
    kind: [oneOf('export', 'erasure', 'retention', 'full_export')],
    subject_hash: [hashes, { accept: [null], refuse: [''] }],
  },
  saved_views: {
    list: [
      oneOf('tours', 'contacts', 'quote_requests', 'trip_plans', 'campaigns', 'email_templates', 'quotes'),
    ],
    name: [between(1, 60), oneLine],
    parameters: [
      {
        accept: ['q=a', `q=${'a'.repeat(1998)}`, 'tri=-nom%2Cville&q=%C3%A9'],
        refuse: ['', 'a'.repeat(2001)],
      },
      // What would leave the list, or the query string.
      {
        accept: ['q=a*b._-+'],
        refuse: ['/admin', 'q=a#b', 'q=a b', 'q=é', 'q=a\n', 'q="', 'q=<a>', 'javascript:a'],
      },
    ],
    position: [{ accept: [-1, 0.5, 1e9], refuse: ['NaN', 'Infinity', '-Infinity'] }],
  },
  contact_segments: {
    name: [between(1, 60), oneLine],
    definition: [
      {
        accept: [
          ...[{ region: ['Estrie', 'Laval'] }, { mrc: ['902'] }, { population: { min: 0, max: 10_000_000 } }],
          ...[{ population: { max: 500 } }, { sector: ['mrc'] }, { function: ['mairie'] }],
          ...[{ status: ['refusé'] }, { email: 'sans' }, { last_message: '180' }, { consent: ['bientot'] }],
          ...[{ consent_expiry: 730 }, { quote: ['aucun', 'accepté'] }, { tour: 'avec' }],
          { tag: ['00000000-0000-4000-8000-000000000000'] },
          { trip: { id: '00000000-0000-4000-8000-000000000000', km: 500 } },
          { region: Array(50).fill('Estrie') },
        ],
        refuse: [
          ...[{}, [], 'region', 1, { pays: ['Canada'] }, { region: [] }, { region: 'Estrie' }],
          ...[
            { region: [1] },
            { region: [''] },
            { region: [text(101)] },
            { region: Array(51).fill('Estrie') },
          ],
          ...[{ mrc: ['9021'] }, { mrc: ["1' or true"] }, { population: {} }, { population: 5 }],
          ...[{ population: { min: -1 } }, { population: { max: 1.5 } }, { population: { min: 1, plus: 2 } }],
          ...[{ population: { max: 10_000_001 } }, { sector: ['licorne'] }, { function: ['chef'] }],
          ...[{ status: ['client'] }, { email: ['avec'] }, { last_message: 30 }, { consent: ['oui'] }],
          ...[{ consent_expiry: 0 }, { consent_expiry: 731 }, { quote: ['payé'] }, { tour: 'oui' }],
          ...[{ tag: ['montagne'] }, { trip: { id: 'Percé', km: 5 } }, { trip: 'Percé' }],
          ...[0, 501].map((km) => ({ trip: { id: '00000000-0000-4000-8000-000000000000', km } })),
          { trip: { km: 5 } },
          // Thirteen.
          {
            ...{
              region: ['Estrie'],
              mrc: ['902'],
              population: { max: 5 },
              sector: ['mrc'],
              function: ['mairie'],
            },
            ...{
              status: ['refusé'],
              email: 'sans',
              last_message: '30',
              consent: ['bientot'],
              consent_expiry: 5,
            },
            ...{ quote: ['aucun'], tour: 'avec', tag: ['00000000-0000-4000-8000-000000000000'] },
          },
        ],
      },
    ],
  },
  privacy_incidents: {
    occurred_until: [{ accept: [null, '2015-03-09', '2015-03-12'], refuse: ['2015-03-08'] }],
    known_on: [{ accept: ['2015-03-09', '2015-03-12'], refuse: ['2015-03-08'] }],
    circumstances: [between(1, 5000)],
    information: [between(1, 2000)],
    people_count: [{ accept: [null, 0, 1], refuse: [-1] }],
    quebec_people_count: [
      { accept: [null, 0, 7], refuse: [-1] },
      { beside: { people_count: 7 }, accept: [7], refuse: [8] },
    ],
    sensitivity: [between(1, 2000)],
    consequences: [between(1, 2000)],
    misuse_likelihood: [between(1, 2000)],
    risk_reasons: [between(1, 2000)],
    measures: [between(1, 5000)],
    people_advice: [atMost(2000)],
    people_notice_way: [oneOf('direct', 'public'), { accept: [null], refuse: [''] }],
    people_notice_reason: [atMost(2000)],
  },
  tender_signals: {
    ocid: [
      {
        accept: ['ocds-ec9k95-20012345', 'ocds-ec9k95-1740136'],
        refuse: ['', 'ocds-ec9k95-', '20012345', `ocds-ec9k95-${'1'.repeat(61)}`, 'ocds-ec9k95-1\n'],
      },
    ],
    kind: [oneOf('appel', 'contrat')],
    ends_on: [{ beside: { closes_at: '2031-05-01' }, accept: [null], refuse: ['2031-05-01'] }],
    title: [between(1, 500), oneLine],
    buyer: [between(1, 200), oneLine],
    url: [links, { accept: [null], refuse: [''] }],
    phrase: [between(1, 100)],
  },
  tender_weeks: {
    last_day: [
      {
        beside: { first_day: '2031-03-03' },
        accept: ['2031-03-03', '2031-04-12'],
        refuse: ['2031-03-02', '2031-04-13'],
      },
    ],
    file_name: [between(1, 200)],
    releases: [{ beside: { kept: 0 }, accept: [0, 1], refuse: [-1] }],
    kept: [{ beside: { releases: 10 }, accept: [0, 10], refuse: [-1, 11] }],
  },
  contract_thresholds: {
    kind: [oneOf('invitation', 'appel_public')],
    amount_cents: [{ accept: [1, 9_999_999_999], refuse: [0, 10_000_000_000] }],
    source: [between(1, 300), oneLine],
  },
  quote_services: {
    name: [between(1, 100), oneLine],
    description: [upTo(1000)],
    unit: [upTo(20)],
    unit_price_cents: [{ accept: [0, 9_999_999_999], refuse: [-1, 10_000_000_000] }],
    site_service: [oneOf('nature', 'deneigement'), { accept: [null], refuse: [''] }],
  },
  testimonials: {
    organization: [between(1, 200), oneLine],
    person: [upTo(150), oneLine],
    quotation: [upTo(600)],
    position: [{ accept: [0, -1.5], refuse: ['Infinity', '-Infinity', 'NaN'] }],
  },
  quote_templates: {
    name: [between(1, 100), oneLine],
    subject: [upTo(200), oneLine],
    lines: [quoteLines],
    validity_days: [{ accept: [1, 365], refuse: [0, 366] }],
    delivery: [upTo(1000)],
    terms: [upTo(4000)],
    notes: [upTo(2000)],
  },
  quotes: {
    year: [{ accept: [null], refuse: [2031] }],
    sequence: [{ beside: { year: 2031 }, accept: [1, 1234], refuse: [0, null] }],
    revision: [{ accept: [1, 99], refuse: [0, 100] }],
    // What was sent is whole.
    status: [
      {
        beside: { year: 2031, sequence: 1, snapshot: {}, sent_at: '2031-01-01T00:00:00+00:00' },
        ...oneOf('brouillon', 'envoyé', 'accepté', 'refusé', 'expiré', 'remplacé', 'annulé'),
      },
      { beside: { year: 2031, sequence: 1, snapshot: {} }, accept: ['brouillon'], refuse: ['envoyé'] },
      {
        beside: { year: 2031, sequence: 1, sent_at: '2031-01-01T00:00:00+00:00' },
        ...{ accept: ['brouillon'], refuse: ['envoyé'] },
      },
    ],
    organization_name: [upTo(200), oneLine],
    contact_name: [upTo(100), oneLine],
    contact_title: [upTo(100), oneLine],
    email: [
      {
        accept: ['', 'a@exemple.test', email(255)],
        refuse: [' ', 'a', 'a@b', 'a@exemple.test\nBcc: b@c.ca', email(256)],
      },
    ],
    phone: [{ accept: ['', '418 555-0101'], refuse: ['4'.repeat(21), '418\n555'] }],
    address: [upTo(300)],
    subject: [upTo(200), oneLine],
    lines: [quoteLines],
    discount_kind: [
      oneOf('aucun', 'montant', 'pourcentage'),
      { beside: { discount_value: 10_001 }, accept: ['montant'], refuse: ['pourcentage'] },
    ],
    discount_value: [
      { beside: { discount_kind: 'montant' }, accept: [0, 10_000_000_000], refuse: [-1, 10_000_000_001] },
      { beside: { discount_kind: 'pourcentage' }, accept: [0, 10_000], refuse: [-1, 10_001] },
    ],
    discount_label: [upTo(100), oneLine],
    tax_status: [oneOf('registered', 'small_supplier')],
    delivery: [upTo(1000)],
    terms: [upTo(4000)],
    notes: [upTo(2000)],
    lobbying_ground: [
      {
        beside: { lobbying_reference: 'Avis' },
        ...oneOf('written_request', 'public_call', 'award', 'mandate'),
      },
      { beside: { lobbying_reference: 'Avis' }, accept: ['award'], refuse: [null] },
    ],
    lobbying_reference: [
      { beside: { lobbying_ground: 'award' }, ...between(1, 200) },
      { beside: { lobbying_ground: 'award' }, ...oneLine },
      { beside: { lobbying_ground: 'award' }, accept: ['Avis'], refuse: [null] },
    ],
    accepts_by: [{ accept: [null, 'council', 'person'], refuse: ['', 'mayor', 'COUNCIL'] }],
  },
  quote_events: {
    kind: [
      oneOf(
        ...['created', 'revised', 'sent', 'opened', 'question', 'accepted', 'refused', 'reopened', 'expired'],
        ...['replaced', 'cancelled', 'note'],
      ),
    ],
    body: [{ accept: ['a', text(2000)], refuse: ['', ' ', text(2001)] }],
  },
  quote_acceptances: {
    method: [
      oneOf('paper'),
      // Online, the code is what proves it.
      {
        beside: codeAsked,
        ...{ accept: ['online'], refuse: ['paper'] },
      },
      { accept: ['paper'], refuse: ['online'] },
    ],
    name: [between(1, 100), oneLine],
    job_title: [between(1, 100), oneLine],
    authority: [
      oneOf('delegation'),
      {
        beside: { resolution_number: '1', resolution_date: '2031-01-01' },
        accept: ['resolution'],
        refuse: [''],
      },
      { beside: { resolution_number: '1' }, accept: ['delegation'], refuse: ['resolution'] },
      { beside: { resolution_date: '2031-01-01' }, accept: ['delegation'], refuse: ['resolution'] },
      // Of a person who accepts alone, nothing of a council.
      { beside: { purchase_order: null }, accept: ['personal'], refuse: ['delegation', 'resolution'] },
      { accept: ['delegation'], refuse: ['personal'] },
      {
        beside: { purchase_order: null, resolution_number: '1', resolution_date: '2031-01-01' },
        ...{ accept: ['resolution'], refuse: ['personal'] },
      },
    ],
    resolution_number: [{ accept: [null, 'a', text(50)], refuse: ['', ' ', text(51)] }, oneLine],
    purchase_order: [{ accept: ['a', text(50)], refuse: [null, '', ' ', text(51)] }, oneLine],
    resolution_path: [atMost(200)],
    code_sent_to: [
      { accept: [null], refuse: ['a@exemple.test'] },
      {
        beside: { ...codeAsked, method: 'online' },
        accept: ['a@exemple.test', text(255)],
        refuse: [text(256)],
      },
    ],
    code_sent_at: [{ accept: [null], refuse: ['2031-01-01T00:00:00Z'] }],
    code_hash: [
      { accept: [null], refuse: ['a'.repeat(64)] },
      { beside: { ...codeAsked, method: 'online' }, ...hashes },
    ],
    pdf_sha256: [{ accept: ['', ...hashes.accept], refuse: hashes.refuse.filter((hash) => hash !== '') }],
    network_address: [atMost(45)],
    recorded_reason: [atMost(2000)],
    reversed_reason: [atMost(2000)],
  },
  next_actions: {
    title: [between(1, 200), oneLine],
    kind: [oneOf('appeler'), { accept: [null], refuse: [''] }],
    ...ground,
  },
  postponed_items: { kind: [between(1, 30)] },
  studio: {
    sender_name: [{ accept: ['', text(100)], refuse: [text(101)] }, oneLine],
    legal_name: [{ accept: ['', text(200)], refuse: [text(201)] }, oneLine],
    postal_address: [{ accept: ['', text(300)], refuse: [text(301)] }, oneLine],
    contact_email: [
      {
        accept: ['', 'a@exemple.test', email(255)],
        refuse: [' ', 'a', 'a@b', 'a@exemple.test\nBcc: b@c.ca', email(256)],
      },
    ],
    contact_phone: [{ accept: ['', '418 555-0101'], refuse: ['4'.repeat(21), '418\n555'] }],
    neq: [{ accept: ['', '1170000001'], refuse: ['117000000', '11700000012', '117000000a', '1170000001\n'] }],
    tps_number: [
      { accept: ['', '123456789 RT0001'], refuse: ['123456789', '123456789RT0001', '12345678 RT0001'] },
    ],
    tvq_number: [{ accept: ['', '1234567890 TQ0001'], refuse: ['1234567890', '123456789 TQ0001'] }],
    logo_path: [
      {
        accept: [null, 'logo-1.png', 'logo.jpg', 'logo.webp'],
        refuse: ['', 'logo.svg', '../logo.png', 'a/logo.png', 'Logo.png', `${'a'.repeat(81)}.png`],
      },
    ],
    setup_skipped: [{ accept: [[], ['identity', 'publishing']], refuse: [['autre'], ['identity', '']] }],
  },
  sending_settings: {
    verified_senders: [
      {
        accept: [[], ['a@exemple.test'], Array(20).fill('a@exemple.test')],
        refuse: [
          ...[[''], ['a'], ['a@exemple.test', 'b'], ['a@exemple.test b@exemple.test', ' '], [null]],
          ...[['a@exemple.test\nBcc: b@exemple.test'], Array(21).fill('a@exemple.test')],
        ],
      },
    ],
    sender_signatures: [
      {
        accept: [{}, { 'a@exemple.test': '' }, { 'a@exemple.test': text(500) }],
        refuse: [
          ...[[], 'a', { a: 'Texte' }, { 'a@exemple.test': 1 }, { 'a@exemple.test': text(501) }],
          Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`a${i}@exemple.test`, 'a'])),
        ],
      },
    ],
    campaign_gap_days: [{ accept: [0, 365], refuse: [-1, 366] }],
    inbound_domain: [
      {
        accept: ['', 'reponses.exemple.test'],
        refuse: [
          'exemple',
          'Exemple.test',
          'a b.test',
          'a@exemple.test',
          `${text(199)}.ca`,
          'exemple.test\n',
        ],
      },
    ],
    mandate_number: [
      {
        beside: { mandate_from: '2026-01-01', mandate_until: '2026-12-31' },
        accept: ['1', text(100)],
        refuse: ['', text(101), 'a\nb'],
      },
      { beside: { mandate_from: null, mandate_until: null }, accept: [''], refuse: ['1'] },
    ],
    mandate_until: [
      {
        beside: { mandate_number: '1', mandate_from: '2026-01-02' },
        accept: ['2026-01-02'],
        refuse: ['2026-01-01', null],
      },
    ],
    daily_cap: [{ accept: [1, 50000], refuse: [0, 50001] }],
    quiet_start: [
      { beside: { quiet_end: '07:00:00' }, accept: ['22:00:00', '00:00:00'], refuse: ['07:00:00', null] },
      { beside: { quiet_end: null }, accept: [null], refuse: ['22:00'] },
    ],
  },
  retention_settings: {
    rejected_prospects_months: [{ accept: [null, 1, 120], refuse: [0, 121] }],
    quote_requests_months: [{ accept: [null, 1, 120], refuse: [0, 121] }],
  },
  studio_profile: {
    insurer: [upTo(100), oneLine],
    insurance_number: [upTo(60), oneLine],
    insurance_amount_cents: [{ accept: [null, 1, 99_999_999_999], refuse: [0, 100_000_000_000] }],
    picture_rights: [upTo(1000)],
    privacy_practice: [upTo(1000)],
    delivery_formats: [upTo(1000)],
    about: [upTo(2000)],
    team: [upTo(2000)],
    territory: [upTo(1000)],
    planning_time: [upTo(60), oneLine],
    capture_time: [upTo(60), oneLine],
    processing_time: [upTo(60), oneLine],
    publication_time: [upTo(60), oneLine],
  },
  tender_settings: {
    phrases: [
      {
        accept: [[], ['visite virtuelle']],
        refuse: [[null], Array(61).fill('photo 360'), ['a'.repeat(3001)]],
      },
    ],
  },
  dispatcher_state: {
    transport: [oneOf('smtp', 'resend'), { accept: [null], refuse: ['SMTP'] }],
    last_error: [atMost(500)],
    outage_attempts: [{ accept: [0, 1], refuse: [-1] }],
    outage_reason: [atMost(500)],
    warmup_step: [{ accept: [0, 5], refuse: [-1, 6] }],
    inbox_name: [atMost(300)],
    inbox_validity: [{ accept: [null, 0, 4294967295], refuse: [-1, 4294967296] }],
    inbox_uid: [{ accept: [0, 4294967295], refuse: [-1, 4294967296] }],
    inbox_failures: [{ accept: [0, 1], refuse: [-1] }],
    inbox_error: [atMost(500)],
    reputation_stop: [atMost(500)],
  },
  consent_events: {
    email: [emails],
    basis: [
      oneOf(
        ...['express', 'inquiry', 'purchase', 'contract', 'published'],
        ...['disclosed', 'referral', 'none', 'withdrawn', 'unverified', 'no_solicitation'],
      ),
    ],
    source_url: [links, { accept: [null], refuse: [''] }],
    evidence: [atMost(5000)],
    wording: [atMost(5000)],
    wording_version: [atMost(50)],
  },
  suppressions: {
    email_hash: [hashes],
    reason: [oneOf('unsubscribed', 'bounced', 'complained', 'manual', 'erased')],
    key_fingerprint: [
      {
        accept: ['0123456789abcdef'],
        refuse: ['', 'a'.repeat(15), 'a'.repeat(17), 'A'.repeat(16), 'g'.repeat(16)],
      },
    ],
  },
};

export const limits: Limit[] = Object.entries(limitsByTable).flatMap(([table, columns]) =>
  Object.entries(columns).flatMap(([column, all]) => all.map((limit) => ({ table, column, ...limit }))),
);
