import { formatHour, formatLongDay, quebecDay } from '@/admin/kit/lib/dates';
import type { PanoramaTour } from '@/shared/panorama-tour/panorama-tour';
import { asPublished, type DraftTour } from './panorama-tour.schema';
import type { Publication } from './publications';
import type { TourStatus } from './tour-labels';

/** Facts that decide on the state of a tour: its record, its published version, and the last builds of the site. */
export type PublicationFacts = {
  status: TourStatus;
  /** Address of a tour that stands elsewhere. */
  url: string | null;
  /** Moment of the last change of its record. */
  changedAt: string;
  /** The version of its scenes that was published last. */
  published: { document: PanoramaTour; at: string } | null;
  /** Its scenes as they are edited. */
  draft: DraftTour;
  /** True when its address was public once. */
  wasPublic: boolean;
  /** The last builds, the newest first. */
  builds: readonly Publication[];
  now: Date;
};

/** The one state of a tour, for every screen that shows it. */
export type PublicationState = {
  text: string;
  tone: 'attention' | 'active' | 'done' | 'quiet';
  /** Reason in French why the site does not follow; the host can be asked again. */
  reason?: string;
  /** True when there is something that « Publier » would give visitors. */
  isBehind: boolean;
};

/** Serialises JSON independently of the order of keys, which PostgreSQL changes. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** Tells whether the edited scenes are others than those that were published last. */
function hasOtherScenes({ published, draft }: Pick<PublicationFacts, 'published' | 'draft'>): boolean {
  if (!published) return draft.scenes.length > 0;
  return canonicalJson(published.document) !== canonicalJson(asPublished(draft));
}

/** Lists the folders of published tiles that the scenes to publish no longer name. */
export function replacedFolders(published: PanoramaTour | undefined, next: DraftTour): string[] {
  const kept = new Set(next.scenes.map(({ picture }) => picture.folder));
  return (published?.scenes ?? []).map(({ picture }) => picture.folder).filter((folder) => !kept.has(folder));
}

/** Computes the one state of a tour. */
export function publicationState(facts: PublicationFacts): PublicationState {
  const { status, url, published, wasPublic, now } = facts;
  const isShown = status === 'published';
  const isBehind = !isShown || hasOtherScenes(facts);
  if (!isShown && !wasPublic)
    return { text: status === 'archived' ? 'Archivée' : 'Brouillon', tone: 'quiet', isBehind };
  const site = siteState(facts);
  const words = isShown ? shownWords : hiddenWords;
  if (site.kind !== 'current') {
    const { kind, reason } = site;
    const tone = kind === 'building' ? 'active' : 'attention';
    return { text: words[kind], tone, isBehind, ...(reason ? { reason } : {}) };
  }
  if (!isShown) return { text: status === 'archived' ? 'Archivée' : 'Retirée', tone: 'quiet', isBehind };
  if (isBehind) return { text: 'En ligne, modifications non publiées', tone: 'active', isBehind };
  if (!url && !published) return { text: 'En ligne, sans rien à visiter', tone: 'attention', isBehind };
  return { text: `En ligne · ${shortMoment(site.at, now)}`, tone: 'done', isBehind };
}

const shownWords = {
  building: 'Mise en ligne en cours…',
  waiting: 'Mise en ligne en attente',
  failed: 'La mise en ligne a échoué',
} as const;

const hiddenWords = {
  building: 'Retrait en cours…',
  waiting: 'Retrait en attente',
  failed: 'Encore en ligne\u00a0: le retrait a échoué',
} as const;

type SiteState =
  | { kind: 'current'; at: string; reason?: undefined }
  | { kind: 'building' | 'waiting' | 'failed'; reason?: string | undefined };

/** Finds whether the site has the last change of the tour, and since when. */
function siteState({ status, changedAt, published, builds }: PublicationFacts): SiteState {
  const scenesAt = status === 'published' ? published?.at : undefined;
  const changed = scenesAt && Date.parse(scenesAt) > Date.parse(changedAt) ? scenesAt : changedAt;
  const holdsChange = ({ state, started_at, changed_at }: Publication) =>
    state === 'en_file' || Date.parse(started_at ?? changed_at) >= Date.parse(changed);
  const holding = builds.filter(holdsChange);
  const done = holding.findLast(({ state }) => state === 'publié');
  // Every listed build is later, so the first one is not in the list.
  if (done)
    return { kind: 'current', at: holding.length < builds.length ? (done.finished_at ?? changed) : changed };
  const [last] = holding;
  if (!last) return { kind: 'current', at: changed };
  if (holding.some(({ state }) => state === 'en_cours')) return { kind: 'building' };
  const reason = last.reason ?? undefined;
  if (last.state === 'échec') return { kind: 'failed', reason };
  return reason ? { kind: 'waiting', reason } : { kind: 'building' };
}

/**
 * Formats a moment briefly: « 14 h 02 » today, « 24 novembre » on another day, with the year when it is another one.
 */
function shortMoment(iso: string, now: Date): string {
  const [day, today] = [quebecDay(new Date(iso)), quebecDay(now)];
  if (day === today) return formatHour(iso);
  const long = formatLongDay(day);
  return day.slice(0, 4) === today.slice(0, 4) ? long.replace(/ \d{4}$/, '') : long;
}
