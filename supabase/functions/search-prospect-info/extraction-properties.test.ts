import { describe, expect, test } from 'vitest';
import { proofSize } from '../../../tests/unit/proof-size.ts';
import { writtenAddresses } from '../../../tests/unit/written-addresses.ts';
import { normalizeEmail, normalizePhone } from '../_shared/contact-details.ts';
import { bestEmail, emailsIn } from './emails.ts';
import { refusesSolicitation } from './no-solicitation.ts';
import { readContent } from './page-content.ts';
import { phonesIn } from './phones.ts';

/** State of a generator with a fixed seed. */
let seed = 418;
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed % below;
};
const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;

const localParts = ['info', 'contact', 'mairie', 'jean.tremblay', 'a-b_c', 'reservations2', 'dg'];
const domains = ['auberge.test', 'ville-de-x.test', 'mrc.sous.test', 'abc.qc.test'];
const areas = ['418', '581', '819', '450', '514', '438'];

/** Obfuscations of an address on web pages that a person can read. */
const disguises: ((local: string, domain: string) => string)[] = [
  (local, domain) => `<a href="mailto:${local}@${domain}">écrire</a>`,
  (local, domain) => `<a href="MAILTO:${encodeURIComponent(`${local}@${domain}`)}?subject=Bonjour">x</a>`,
  (local, domain) => `<p>Courriel : ${local}@${domain}.</p>`,
  (local, domain) => `<p>(${local}@${domain})</p>`,
  (local, domain) => `<p>${local} (arobase) ${domain}</p>`,
  (local, domain) => `<p>${local}[at]${domain.replaceAll('.', '[dot]')}</p>`,
  (local, domain) => `<p>${local} arobase ${domain.replaceAll('.', ' point ')}</p>`,
  (local, domain) => `<p>${local}&#64;${domain.replaceAll('.', '&#x2e;')}</p>`,
  (local, domain) => `<p><b>${local}</b>@<i>${domain}</i></p>`,
  (local, domain) => `<p>${local}@<wbr>${domain}</p>`,
  (local, domain) =>
    `<script type="application/ld+json">{"a":[{"email":"mailto:${local}@${domain}"}]}</script>`,
];

const numbers: ((area: string, exchange: string, line: string) => string)[] = [
  (area, exchange, line) => `${area} ${exchange}-${line}`,
  (area, exchange, line) => `(${area}) ${exchange}-${line}`,
  (area, exchange, line) => `${area}.${exchange}.${line}`,
  (area, exchange, line) => `1-${area}-${exchange}-${line}`,
  (area, exchange, line) => `+1 ${area} ${exchange} ${line}`,
  (area, exchange, line) => `${area}\u00a0${exchange}\u2011${line}`,
];

const page = (body: string) =>
  readContent(`<html><head><title>x</title></head><body><h1>Titre</h1>${body}<p>Suite.</p></body></html>`);

test('an address is found under every obfuscation', () => {
  for (let turn = 0; turn < proofSize(120, 600); turn++) {
    const [local, domain, disguise] = [pick(localParts), pick(domains), pick(disguises)];
    const html = disguise(local, domain);
    expect(
      emailsIn(page(html)).map(({ value }) => value),
      html,
    ).toEqual([`${local}@${domain}`]);
  }
});

// In a page a zero-width space is only a line break opportunity, which the page reader removes.
const inPages = writtenAddresses.filter(([text]) => !/.\u200b./.test(text));
test.each(inPages)('in a page with « %s », %j are whole or not found', (text, addresses) => {
  const escaped = text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const shown = emailsIn(page(`<p>Écrivez-nous\u00a0: ${escaped}</p>`)).map(({ value }) => value);
  expect(shown).toEqual(addresses);
});

test('a telephone number is found however it is written, in one format', () => {
  for (let turn = 0; turn < proofSize(120, 600); turn++) {
    const [area, line] = [pick(areas), String(1_000 + random(9_000))];
    const exchange = String(200 + random(700)).replace(/11$/, '12');
    const html = `<p>Téléphone : ${pick(numbers)(area, exchange, line)}</p>`;
    const expected = normalizePhone(`${area}${exchange}${line}`);
    if (!expected) continue;
    expect(
      phonesIn(page(html)).map(({ value }) => value),
      html,
    ).toEqual([expected]);
    expect(expected).toMatch(/^\d{3} \d{3}-\d{4}$/);
  }
});

test('any page: nothing is thrown, and what is found is well formed and was in the page', () => {
  const scraps = [
    '<',
    '>',
    '</p>',
    '<p',
    '@',
    'info@',
    '@x.test',
    'a@b',
    '(at)',
    '&#0;',
    '&#x110000;',
    '<script>',
    '</script>',
    '418',
    '555-',
    '0123',
    '\u0000',
    '«\u00a0',
    'mailto:',
    '<a href="mailto:%zz">',
    '<!--',
    '-->',
    '\ud800',
    '<svg>',
    '<script type="application/ld+json">{"email":',
    '{"telephone":[[[',
    'data-cfemail="zz"',
    'é'.repeat(50),
    '\n',
  ];
  for (let turn = 0; turn < proofSize(160, 800); turn++) {
    const html = Array.from({ length: random(40) }, () => pick(scraps)).join(pick(['', ' ']));
    const content = readContent(html);
    for (const { value } of emailsIn(content)) expect(normalizeEmail(value)).toBe(value);
    for (const { value } of phonesIn(content)) expect(normalizePhone(value)).toBe(value);
    expect(typeof refusesSolicitation(content.text)).toBe('boolean');
  }
});

test.each(['<div>', '<a href=x>', '<p>', '<li>', '<b><i>', '<table><tr><td>'])(
  'a page of %s without end is read up to there, at once',
  (tag) => {
    const started = performance.now();
    const html = `<p>info@auberge.test</p>${tag.repeat(200_000 / tag.length)}`;
    expect(emailsIn(readContent(html)).map(({ value }) => value)).toEqual(['info@auberge.test']);
    expect(performance.now() - started).toBeLessThan(2_000);
  },
);

test.each([
  '<!-- piege@auberge.test 418 296-0101 -->',
  '<p style="display:none">piege@auberge.test 418 296-0101</p>',
  '<div hidden>piege@auberge.test <a href="tel:4182960101">x</a></div>',
  '<span style="visibility: hidden">piege@auberge.test 418 296-0101</span>',
  '<template>piege@auberge.test</template><style>/* piege@auberge.test */</style>',
])('what is hidden from people is not read: %s', (hidden) => {
  const content = page(`${hidden}<p>info@auberge.test 418 296-0102</p>`);
  expect(emailsIn(content).map(({ value }) => value)).toEqual(['info@auberge.test']);
  expect(phonesIn(content).map(({ value }) => value)).toEqual(['418 296-0102']);
});

describe('which address', () => {
  const best = (
    emails: string[],
    company = 'Auberge des Caps',
    website = 'https://www.aubergedescaps.test/',
  ) =>
    bestEmail([{ emails: emails.map((value) => ({ value, isDeclared: true })) }], { company, website })
      ?.value;

  test.each([
    ['a role on the own domain before a person', ['jean@aubergedescaps.test', 'info@aubergedescaps.test'], 1],
    ['the own domain before webmail', ['info@gmail.com', 'jean@aubergedescaps.test'], 1],
    ['webmail before a stranger', ['info@agence.test', 'caps@gmail.com'], 1],
    ['the same name elsewhere before a stranger', ['info@agence.test', 'info@aubergedescaps.qc.ca'], 1],
    ['another trade last', ['emplois@aubergedescaps.test', 'jean@aubergedescaps.test'], 1],
  ])('%s', (_, emails, index) => {
    expect(best(emails)).toBe(emails[index]);
    expect(best([...emails].reverse())).toBe(emails[index]);
  });

  test('the address of another organisation alone is not used', () =>
    expect(best(['info@agence.test'])).toBeUndefined());
});

test.each([
  'Aucune sollicitation.',
  'Veuillez ne pas solliciter.',
  'Nous refusons tout message électronique commercial.',
  'No unsolicited e-mail please',
  'Sollicitation commerciale interdite',
  'This hotel does not accept unsolicited commercial e-mail.',
])('« %s » refuses solicitation', (text) => expect(refusesSolicitation(text)).toBe(true));

test.each([
  'Nous sollicitons votre appui.',
  'Appel de candidatures : les offres de services sont acceptées.',
  'Refus du stationnement de nuit. Sollicitation des dons le samedi.',
  'Courriel et téléphone',
])('« %s » does not', (text) => expect(refusesSolicitation(text)).toBe(false));
