import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { irrelevant, relevant } from './labelled-notices';
import { readWeek } from './read-week';
import { missingWeeks, phraseIn, readRelease, wantedPhrases, weekOfFile, weekSummary } from './seao';

/** The phrases of a new studio, as the database returns them. */
const phrases = [
  ...(
    /phrases text\[\] not null default [\s\S]*?array\[([\s\S]*?)\]/.exec(
      readFileSync('supabase/schemas/18_tenders.sql', 'utf8'),
    )?.[1] ?? ''
  ).matchAll(/'([^']+)'/g),
].map(([, phrase]) => phrase ?? '');
const wantedWords = wantedPhrases(phrases);

/** A release in the form that SEAO publishes. */
const release = (change: object = {}, tender: object = {}) => ({
  ocid: 'ocds-ec9k95-20012345',
  id: '20012345-1',
  date: '2026-11-17T10:00:00-05:00',
  language: 'fr',
  tag: ['tender'],
  initiationType: 'tender',
  buyer: { id: 'OP-1', name: 'VILLE DE LA MALBAIE' },
  parties: [
    {
      id: 'OP-1',
      name: 'VILLE DE LA MALBAIE',
      roles: ['buyer'],
      details: { neq: '8813431234', municipal: '1' },
      address: { locality: 'La Malbaie', region: 'QC', countryName: 'CAN', postalCode: 'G5A 1A1' },
    },
  ],
  tender: {
    id: 'LM-2026-14',
    title: 'Visite virtuelle 360° de l’hôtel de ville',
    status: 'active',
    procurementMethod: 'open',
    mainProcurementCategory: 'services',
    items: [
      { id: '1', description: 'S16 - Communications', classification: { scheme: 'UNSPSC', id: '82131603' } },
    ],
    tenderPeriod: { startDate: '2026-11-17T00:00:00-05:00', endDate: '2026-12-09T11:00:00-05:00' },
    documents: [{ id: '1', url: 'https://seao.gouv.qc.ca/avis-resultat-recherche/consulter?ItemId=abc' }],
    ...tender,
  },
  awards: [],
  contracts: [],
  ...change,
});
const file = (...releases: object[]) => JSON.stringify({ uri: 'https://seao', version: '1.1', releases });
describe('the phrases', () => {
  it('are right in four notices of five, on titles labelled by hand', () => {
    const hits = (titles: string[]) => titles.filter((title) => phraseIn(title, wantedWords) !== undefined);
    const [right, wrong] = [hits(relevant).length, hits(irrelevant).length];
    const precision = right / (right + wrong);
    console.log(
      `${relevant.length + irrelevant.length} labelled notices: ${right + wrong} kept, precision ${(precision * 100).toFixed(1)} % (${right}/${right + wrong}), recall ${((right / relevant.length) * 100).toFixed(1)} % (${right}/${relevant.length})`,
    );
    expect(relevant.length + irrelevant.length).toBeGreaterThanOrEqual(200);
    expect(precision).toBeGreaterThanOrEqual(0.8);
    expect(right / relevant.length).toBeGreaterThanOrEqual(0.8);
  });

  it('are whole words, without accents nor signs; the longest is the reason', () => {
    expect(phraseIn('VISITE VIRTUELLE (360°)', wantedWords)).toBe('visite virtuelle');
    expect(phraseIn('Revisite virtuellement', wantedWords)).toBeUndefined();
    expect(phraseIn('photo 360', wantedPhrases(['photo', 'photo 360']))).toBe('photo 360');
    expect(phraseIn('tout', wantedPhrases(['', ' ']))).toBeUndefined();
  });
});

describe('a release', () => {
  it('is an open call, with its buyer, its closing and its link', () => {
    expect(readRelease(release(), wantedWords)).toEqual({
      ocid: 'ocds-ec9k95-20012345',
      kind: 'appel',
      title: 'Visite virtuelle 360° de l’hôtel de ville',
      buyer: 'VILLE DE LA MALBAIE',
      phrase: 'visite virtuelle',
      published_at: '2026-11-17T10:00:00-05:00',
      closes_at: '2026-12-09T11:00:00-05:00',
      ends_on: null,
      url: 'https://seao.gouv.qc.ca/avis-resultat-recherche/consulter?ItemId=abc',
    });
  });

  it('is a contract and its last day once it was given', () => {
    const given = {
      tag: ['contract'],
      awards: [{ id: 'a', contractPeriod: { endDate: '2027-02-28T00:00:00-05:00' } }],
      contracts: [{ id: 'c', awardID: 'a', period: { endDate: '2027-03-31T00:00:00-04:00' } }],
    };
    expect(readRelease(release(given), wantedWords)).toMatchObject({
      kind: 'contrat',
      ends_on: '2027-03-31',
      closes_at: null,
    });
    expect(readRelease(release({ awards: [{ id: 'a' }] }), wantedWords)).toBeUndefined();
  });

  it.each([
    ['cancelled by its tag', release({ tag: ['tenderCancellation'] })],
    ['cancelled by its status', release({}, { status: 'cancelled' })],
  ])('%s is said to be so', (_, cancelled) =>
    expect(readRelease(cancelled, wantedWords)).toMatchObject({ kind: null }),
  );

  it.each([
    ['no end', release({}, { tenderPeriod: null }), / \(ocds-.*\)\u00a0: sans date de clôture$/],
    ['no buyer', release({ buyer: null, parties: [] }), /sans acheteur$/],
    ['no number', release({ ocid: 'x' }), /^x\u00a0: format inconnu$/],
    ['no release', 'texte', /^avis sans numéro\u00a0: format inconnu$/],
    ['nothing', null, /^avis sans numéro/],
  ])('with %s is told', (_, value, reason) =>
    expect(readRelease(value, wantedWords)).toEqual({ unread: expect.stringMatching(reason) }),
  );

  it('of another subject is left out', () =>
    expect(readRelease(release({}, { title: 'Déneigement' }), wantedWords)).toBeUndefined());

  it('keeps hostile values as text, or not at all', () => {
    const notice = readRelease(
      release(
        {},
        { title: 'Visite virtuelle\r\n<b>\u202e\u0000', documents: [{ url: 'javascript:alert(1)' }] },
      ),
      wantedWords,
    );
    expect(notice).toMatchObject({ title: 'Visite virtuelle <b>', url: null });
  });
});

describe('a weekly file', () => {
  it('is read in any encoding, with its mark or without; of one call the newest release counts', async () => {
    const later = release(
      { date: '2026-11-19T10:00:00-05:00' },
      { tenderPeriod: { endDate: '2026-12-16T11:00:00-05:00' } },
    );
    const text = file(
      later,
      release(),
      release({ ocid: 'ocds-ec9k95-2' }, { title: 'Pavage' }),
      release({ ocid: 'x' }),
    );
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    const files = {
      ...{ plain: text, marked: `\ufeff${text}`, little, big: Buffer.from(little).swap16() },
      unmarked: Buffer.from(text, 'utf16le'),
    };
    for (const [encoding, bytes] of Object.entries(files)) {
      const { releases, notices, unread } = await readWeek(new Blob([bytes]), phrases);
      expect([encoding, releases, unread]).toEqual([encoding, 4, ['x\u00a0: format inconnu']]);
      expect(notices.map(({ title, closes_at }) => [title, closes_at])).toEqual([
        ['Visite virtuelle 360° de l’hôtel de ville', '2026-12-16T11:00:00-05:00'],
      ]);
    }
  });

  it.each([
    ['half a file', file(release()).slice(0, -20)],
    ['another file', '{"name":"x"}'],
    ['no JSON', 'ceci n’est pas un fichier'],
    ['nothing', ''],
  ])('%s is refused in French', async (_, text) => {
    await expect(readWeek(new Blob([text]), phrases)).rejects.toThrow(
      'Ce fichier n’est pas un fichier hebdomadaire du SEAO',
    );
  });

  it('says its week by its name', () => {
    expect(weekOfFile('C:\\hebdo_20261116_20261122.json')).toEqual({
      first_day: '2026-11-16',
      last_day: '2026-11-22',
      file_name: 'hebdo_20261116_20261122.json',
    });
    expect(weekOfFile('hebdo_20261322_20261122.json')).toBeUndefined();
    expect(weekOfFile('mensuel.json')).toBeUndefined();
  });

  it('that is missing between two others, or since the last, is said', () => {
    const week = (first_day: string, last_day: string) => ({ first_day, last_day });
    const read = [week('2026-11-02', '2026-11-08'), week('2026-10-19', '2026-10-25')];
    expect(missingWeeks(read, '2026-11-15')).toEqual(['2026-10-26']);
    expect(missingWeeks(read, '2026-11-16')).toEqual(['2026-10-26', '2026-11-09']);
    expect(missingWeeks([], '2026-11-16')).toEqual([]);
  });
});

it('counts one or none in the singular when it sums up a file', () => {
  const changes = { added: 1, changed: 0, unchanged: 2, removed: 1 };
  expect(weekSummary(1205, changes)).toBe(
    '1\u202f205\u00a0avis lus\u00a0: 1\u00a0nouveau, 0\u00a0modifié, 2\u00a0inchangés, 1\u00a0retiré',
  );
});
