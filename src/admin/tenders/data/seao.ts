import { cutText } from '@contract/cut-text';
import { placeKey } from '@contract/search-key';
import { z } from 'zod';
import { counted } from '@/shared/lib/numbers';

/** A notice as the database takes it; `kind` is null for a cancelled call. */
export type TenderNotice = {
  ocid: string;
  kind: 'appel' | 'contrat' | null;
  title: string;
  buyer: string;
  closes_at: string | null;
  /** Day in the form `2027-03-31`. */
  ends_on: string | null;
  url: string | null;
  phrase: string;
  published_at: string;
};

/** The days of a weekly file, from its name: « hebdo_20261116_20261122.json ». */
export type TenderWeek = { first_day: string; last_day: string; file_name: string };

const period = z.object({ endDate: z.string().nullish() }).nullish().catch(undefined);

/** Schema of the part of a SEAO release that is read. */
const releaseSchema = z.object({
  ocid: z.string().regex(/^ocds-[0-9a-z]{6}-[0-9A-Za-z._-]{1,60}$/),
  date: z.iso.datetime({ offset: true, local: true }),
  tag: z.array(z.string()).catch([]),
  buyer: z.object({ name: z.string().nullish() }).nullish(),
  parties: z.array(z.object({ name: z.string().nullish(), roles: z.array(z.string()).catch([]) })).catch([]),
  tender: z.object({
    title: z.string(),
    status: z.string().nullish(),
    tenderPeriod: period,
    documents: z.array(z.object({ url: z.string().nullish() })).catch([]),
  }),
  awards: z.array(z.object({ contractPeriod: period })).catch([]),
  contracts: z.array(z.object({ period, status: z.string().nullish() })).catch([]),
});

/** A phrase normalised for comparison, with its original text. */
type WantedPhrase = { key: string; written: string };

/** Normalises the phrases of the settings once for a whole file: the longest first, for the most telling reason. */
export function wantedPhrases(phrases: readonly string[]): WantedPhrase[] {
  return phrases
    .map((written) => ({ key: ` ${placeKey(written)} `, written }))
    .filter(({ key }) => key.trim() !== '')
    .sort((left, right) => right.key.length - left.key.length);
}

/** Finds the phrase in a title, as whole words, without case, accents nor signs; `undefined` when there is none. */
export function phraseIn(title: string, wanted: readonly WantedPhrase[]): string | undefined {
  const key = ` ${placeKey(title.replaceAll('°', ' '))} `;
  return wanted.find((phrase) => key.includes(phrase.key))?.written;
}

const oneLine = (text: string, most: number) =>
  cutText(text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), most);

/** Adds a zone to an instant: one without a zone is Québec time, at most an hour off here. */
const withOffset = (text: string) => (/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}-05:00`);

/** Returns the day, as `2027-03-31`, at the beginning of a date or a moment. */
const dayOf = (text: string | null | undefined) => /^\d{4}-\d\d-\d\d/.exec(text ?? '')?.[0];

/** A release that was not read although it may concern the studio, with the French reason. */
export type UnreadRelease = { unread: string };

/**
 * Reads a release of SEAO's file: an open call, a contract and its end, or a cancelled call; `undefined` without one
 * of the phrases, or for a call that is over.
 */
export function readRelease(
  value: unknown,
  wanted: readonly WantedPhrase[],
): TenderNotice | UnreadRelease | undefined {
  const release = releaseSchema.safeParse(value).data;
  if (!release) {
    const { ocid } = (value ?? {}) as { ocid?: unknown };
    return {
      unread: `${typeof ocid === 'string' ? oneLine(ocid, 100) : 'avis sans numéro'}\u00a0: format inconnu`,
    };
  }
  const { ocid, tender, tag } = release;
  const title = oneLine(tender.title, 500);
  const phrase = phraseIn(title, wanted);
  if (!phrase) return undefined;
  const named = release.buyer?.name ?? release.parties.find(({ roles }) => roles.includes('buyer'))?.name;
  const buyer = oneLine(named ?? '', 200);
  if (!buyer) return { unread: `${title} (${ocid})\u00a0: sans acheteur` };
  const url = tender.documents
    .map((document) => document.url ?? '')
    .find((address) => /^https?:\/\//.test(address));
  const notice = {
    ocid,
    title,
    buyer,
    phrase,
    published_at: withOffset(release.date),
    url: url && url.length <= 500 ? url : null,
  };
  const nothing = { closes_at: null, ends_on: null };
  if (
    tag.includes('tenderCancellation') ||
    tag.includes('contractTermination') ||
    tender.status === 'cancelled'
  ) {
    return { ...notice, ...nothing, kind: null };
  }
  const ends = [
    ...release.contracts.map((contract) => dayOf(contract.period?.endDate)),
    ...release.awards.map((award) => dayOf(award.contractPeriod?.endDate)),
  ].filter((day) => day !== undefined);
  const [last] = ends.sort().reverse();
  if (last) return { ...notice, ...nothing, kind: 'contrat', ends_on: last };
  const closes = tender.tenderPeriod?.endDate;
  if (release.awards.length + release.contracts.length > 0) return undefined;
  if (!closes || !dayOf(closes)) return { unread: `${title} (${ocid})\u00a0: sans date de clôture` };
  return {
    ...notice,
    ...nothing,
    kind: 'appel',
    closes_at: closes.length > 10 ? withOffset(closes) : `${closes}T23:59:00-05:00`,
  };
}

/** Reads the week from a file's name; `undefined` for another file. */
export function weekOfFile(name: string): TenderWeek | undefined {
  const [, from, to] = /hebdo_(\d{8})_(\d{8})/.exec(name) ?? [];
  const day = (digits: string | undefined) => digits?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') ?? '';
  const [first_day, last_day] = [day(from), day(to)];
  const areDays = [first_day, last_day].every((text) => z.iso.date().safeParse(text).success);
  return areDays && first_day <= last_day
    ? { first_day, last_day, file_name: cutText(name.replace(/^.*[\\/]/, ''), 200) }
    : undefined;
}

/** Lists the Mondays of the missing weeks between the first imported file and the last week that is over. */
export function missingWeeks(
  weeks: readonly Pick<TenderWeek, 'first_day' | 'last_day'>[],
  today: string,
): string[] {
  const first = weeks.map(({ first_day }) => first_day).sort()[0];
  if (!first) return [];
  const missing: string[] = [];
  for (let monday = mondayOf(first); plusDays(monday, 7) <= today; monday = plusDays(monday, 7)) {
    const sunday = plusDays(monday, 6);
    if (!weeks.some(({ first_day, last_day }) => first_day <= sunday && last_day >= monday))
      missing.push(monday);
  }
  return missing;
}

function plusDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return plusDays(day, -((weekday + 6) % 7));
}

/** Changes that a week's file made to the stored notices. */
export type WeekChanges = { added: number; changed: number; unchanged: number; removed: number };

/** Sums up an imported file: « 3 avis lus : 2 nouveaux, 1 modifié, 0 inchangé, 0 retiré ». */
export function weekSummary(releases: number, { added, changed, unchanged, removed }: WeekChanges): string {
  const changes = [
    counted(added, 'nouveau', 'nouveaux'),
    counted(changed, 'modifié'),
    counted(unchanged, 'inchangé'),
    counted(removed, 'retiré'),
  ];
  return `${counted(releases, 'avis lu', 'avis lus')}\u00a0: ${changes.join(', ')}`;
}
