import { type Limit, text } from './limit.ts';

/** Limits of settings that no form sets: lists, registration numbers, file names, and pairs of columns. */
export const settingsLimits: Limit[] = [
  {
    table: 'quote_services',
    column: 'estimate_kinds',
    accept: [[], ['visite-virtuelle', 'autre']],
    refuse: [['mariage'], [null], Array(7).fill('autre')],
  },
  {
    table: 'estimate_settings',
    column: 'weeks_high',
    beside: { weeks_low: 3 },
    accept: [3, 52],
    refuse: [2, 53, null],
  },
  {
    table: 'sending_settings',
    column: 'verified_senders',
    accept: [[], ['a@exemple.test'], Array(20).fill('a@exemple.test')],
    refuse: [
      ...[[''], ['a'], ['a@exemple.test', 'b'], ['a@exemple.test b@exemple.test', ' '], [null]],
      ...[['a@exemple.test\nBcc: b@exemple.test'], Array(21).fill('a@exemple.test')],
    ],
  },
  {
    table: 'sending_settings',
    column: 'sender_signatures',
    accept: [{}, { 'a@exemple.test': '' }, { 'a@exemple.test': text(500) }],
    refuse: [
      ...[[], 'a', { a: 'Texte' }, { 'a@exemple.test': 1 }, { 'a@exemple.test': text(501) }],
      Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`a${i}@exemple.test`, 'a'])),
    ],
  },
  {
    table: 'evidence_settings',
    column: 'authorities',
    accept: [
      [],
      ['https://horodatage.exemple.test'],
      ['https://a.ca/tsr', 'https://b.ca/'],
      ['http://127.0.0.1:54330/'],
    ],
    refuse: [
      ...[[null], ['https://a.ca', 'https://b.ca', 'https://c.ca'], ['https://a.ca', 'https://a.ca']],
      ...[
        ['http://a.ca/'],
        ['https://localhost/'],
        ['https://a.ca:8443/'],
        ['https://u:p@a.ca/'],
        ['ftp://a.ca/'],
      ],
      ...[
        ['http://127.0.0.1/'],
        ['http://10.0.0.1:80/'],
        ['https://a.ca/ b'],
        [`https://a.ca/${'a'.repeat(300)}`],
      ],
    ],
  },
  {
    table: 'evidence_settings',
    column: 'certificates',
    accept: ['', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
    refuse: ['AAAA', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', ' '.repeat(50_001)],
  },
  {
    table: 'embedding_settings',
    column: 'sites',
    accept: [
      ...[
        [],
        ['https://ville.exemple.test'],
        ['https://*.mrc.exemple.test'],
        ['https://xn--mtis-dpa.ca:8443'],
      ],
      Array.from({ length: 50 }, (_, i) => `https://a${i}.ca`),
    ],
    refuse: [
      ...[
        [''],
        [null],
        ['ville.ca'],
        ['http://ville.ca'],
        ['https://VILLE.ca'],
        ['https://ville.ca/'],
        ['https://ville'],
      ],
      // An additional source or rule in the policy, or another header.
      ...[
        ['https://a.ca *'],
        ["https://a.ca'self'"],
        ['https://a.ca;script-src'],
        ['https://a.ca\nX: y'],
        ['https://a.ca\n'],
      ],
      ...[
        ['*'],
        ['https://*'],
        ['https://*.ca'],
        ['https://a.*.ca'],
        ['https://a.ca:0'],
        ['https://a.ca:123456'],
      ],
      ...[['https://-a.ca'], ['https://a-.ca'], ['https://1.2.3.4'], ['https://u@a.ca'], ['https://a..ca']],
      ...[['https://a.ca', 'https://a.ca'], Array.from({ length: 51 }, (_, i) => `https://a${i}.ca`)],
      [...Array.from({ length: 20 }, (_, i) => `https://${'a'.repeat(50)}${i + 10}.ca`)],
    ],
  },
  {
    table: 'sending_settings',
    column: 'inbound_domain',
    accept: ['', 'reponses.exemple.test'],
    refuse: ['exemple', 'Exemple.test', 'a b.test', 'a@exemple.test', `${text(199)}.ca`, 'exemple.test\n'],
  },
  {
    table: 'sending_settings',
    column: 'mandate_number',
    beside: { mandate_from: '2026-01-01', mandate_until: '2026-12-31' },
    accept: ['1'],
    refuse: ['', 'a\nb'],
  },
  {
    table: 'sending_settings',
    column: 'mandate_number',
    beside: { mandate_from: null, mandate_until: null },
    accept: [''],
    refuse: ['1'],
  },
  {
    table: 'sending_settings',
    column: 'mandate_until',
    beside: { mandate_number: '1', mandate_from: '2026-01-02' },
    accept: ['2026-01-02'],
    refuse: ['2026-01-01', null],
  },
  {
    table: 'studio',
    column: 'neq',
    accept: ['', '1170000001'],
    refuse: ['117000000', '11700000012', '117000000a', '1170000001\n'],
  },
  {
    table: 'studio',
    column: 'tps_number',
    accept: ['', '123456789 RT0001'],
    refuse: ['123456789', '123456789RT0001', '12345678 RT0001'],
  },
  {
    table: 'studio',
    column: 'tvq_number',
    accept: ['', '1234567890 TQ0001'],
    refuse: ['1234567890', '123456789 TQ0001'],
  },
  {
    table: 'studio',
    column: 'bank_details',
    accept: ['', 'Institution 815, transit 30200, compte 123456-7', 'é'.repeat(200)],
    refuse: ['é'.repeat(201), 'Institution 815\ntransit 30200'],
  },
  {
    table: 'studio',
    column: 'logo_path',
    accept: [null, 'logo-1.png', 'logo.jpg', 'logo.webp'],
    refuse: ['', 'logo.svg', '../logo.png', 'a/logo.png', 'Logo.png', `${'a'.repeat(81)}.png`],
  },
  {
    table: 'studio',
    column: 'setup_skipped',
    accept: [[], ['identity', 'publishing']],
    refuse: [['autre'], ['identity', '']],
  },
  {
    table: 'sending_settings',
    column: 'quiet_start',
    beside: { quiet_end: '07:00:00' },
    accept: ['22:00:00', '00:00:00'],
    refuse: ['07:00:00', null],
  },
  {
    table: 'sending_settings',
    column: 'quiet_start',
    beside: { quiet_end: null },
    accept: [null],
    refuse: ['22:00'],
  },
];
