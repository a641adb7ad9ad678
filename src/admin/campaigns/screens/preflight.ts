import type { Consent } from '@/admin/contacts/data/consents';
import { holdsPublicOffice } from '@/admin/contacts/data/lobbying-grounds';
import { followupDays, isBusinessDate } from '@/admin/kit/lib/business-hours';
import { formatLongDay, formatTime } from '@/admin/kit/lib/dates';
import { quebecDayAndTime } from '@/admin/kit/lib/quebec-clock';
import { lintMessage } from '@/admin/messages/parts/message-lint';
import type { Enums } from '@/shared/database.types';
import { counted, formatNumber } from '@/shared/lib/numbers';
import type { Candidate } from '../data/audience';
import { isWrittenLately } from '../data/segment-campaigns';

/** A statement about a campaign before it is sent; `isWarning` marks one that may call for a change. */
export type Check = { text: string; isWarning: boolean };

/** The planned campaign, with its limits. */
export type PlannedCampaign = {
  chosen: readonly Candidate[];
  /** Moment of sending; absent for now. */
  instant: Date | undefined;
  now: Date;
  /** Sector of the template; null for all sectors. */
  sector: Enums<'sector'> | null;
  /** Delays of its follow-ups, in business days. */
  delays: readonly number[];
  /** True when a legal ground to write again to holders of a public office was given. */
  hasGround: boolean;
  settings: {
    daily_cap: number;
    quiet_start: string | null;
    quiet_end: string | null;
    campaign_gap_days: number;
    mandate_number: string;
    mandate_from: string | null;
    mandate_until: string | null;
  };
  /** Messages sent today; undefined until the count has loaded. */
  sentToday: number | undefined;
  /** Consents by contact; absent until they have loaded. */
  consents: Readonly<Record<string, Consent>> | undefined;
  /** Every contact with an address, those that may not be written to included. */
  candidates: readonly Candidate[];
  /** The message and its follow-ups, with their variables. */
  messages: readonly { subject: string; body: string }[];
  /** True when the administrator received this very text as a test. */
  isTested: boolean;
};

/** Bases of consent in the count of the panel: stored value → adjective of « fondement ». */
const basisLabels: Partial<Record<Enums<'consent_basis'>, string>> = {
  published: 'adresse publiée',
  inquiry: 'demande reçue',
  express: 'consentement exprès',
  purchase: 'achat',
  contract: 'contrat',
  disclosed: 'adresse remise',
};

/** Lists the checks before « Envoyer » or « Programmer », warnings first. */
export function preflight(departure: PlannedCampaign): Check[] {
  const checks = [
    heldByGap(departure),
    heldByOffice(departure),
    ...momentCheck(departure),
    otherSector(departure),
    paceCheck(departure),
    consentsInWords(departure),
    writtenLately(departure),
    exclusionCheck(departure),
    ...texts(departure),
    followups(departure),
  ].filter((check) => check !== undefined);
  return [...checks].sort((a, b) => Number(b.isWarning) - Number(a.isWarning));
}

const warning = (text: string): Check => ({ text, isWarning: true });
const fact = (text: string): Check => ({ text, isWarning: false });

const sendingTime = ({ instant, now }: PlannedCampaign) => instant ?? now;

/** Fate of the first message to each of the chosen people, as the database will decide it when the message leaves. */
export type Departure = {
  leaving: readonly Candidate[];
  /** Contacts whom another campaign wrote to a short while ago. */
  cancelled: readonly Candidate[];
  /** Contacts who hold a public office, were written to before, and whom nothing allows to write to again. */
  held: readonly Candidate[];
};

/** Sorts the chosen people by what becomes of the first message to each. */
export function departureOf(planned: PlannedCampaign): Departure {
  const gap = planned.settings.campaign_gap_days;
  const isLate = (person: Candidate) => isWrittenLately(person, gap, sendingTime(planned).getTime());
  const others = planned.chosen.filter((person) => !isLate(person));
  const isHeld = (person: Candidate) => Boolean(person.lastSentAt) && lacksGround(planned, person);
  return {
    leaving: others.filter((person) => !isHeld(person)),
    cancelled: planned.chosen.filter(isLate),
    held: others.filter(isHeld),
  };
}

/** Tells whether a person holds a public office, and nothing allows more than a first message. */
function lacksGround(planned: PlannedCampaign, person: Candidate): boolean {
  const { mandate_number, mandate_from, mandate_until } = planned.settings;
  const at = sendingTime(planned);
  const { day } = quebecDayAndTime(at);
  const hasMandate = mandate_number !== '' && (mandate_from ?? '') <= day && day <= (mandate_until ?? '');
  if (planned.hasGround || hasMandate || !holdsPublicOffice(person)) return false;
  return !person.requestUntil || Date.parse(person.requestUntil) <= at.getTime();
}

/** Writes how many people a campaign will reach: « 1 personne; 1 annulé, 1 retenu ». */
export function departureText({ leaving, cancelled, held }: Departure): string {
  const left = [
    cancelled.length > 0 && counted(cancelled.length, 'annulé'),
    held.length > 0 && counted(held.length, 'retenu'),
  ].filter(Boolean);
  return [counted(leaving.length, 'personne'), left.join(', ')].filter(Boolean).join('; ');
}

function heldByGap(planned: PlannedCampaign): Check | undefined {
  const held = departureOf(planned).cancelled.length;
  if (held === 0) return undefined;
  return warning(
    `${counted(held, 'personne a', 'personnes ont')} reçu une autre campagne depuis moins de ${counted(planned.settings.campaign_gap_days, 'jour')}\u00a0: ${held > 1 ? 'leur' : 'son'} message sera annulé.`,
  );
}

function heldByOffice(planned: PlannedCampaign): Check | undefined {
  const { chosen, delays } = planned;
  const holders = chosen.filter((person) => lacksGround(planned, person)).length;
  const again = departureOf(planned).held.length;
  if (holders === 0 || (again === 0 && delays.length === 0)) return undefined;
  const isOne = holders === 1;
  const what = [
    ...(again > 0 ? [`${counted(again, 'message', 'messages')} à qui a déjà été écrit`] : []),
    ...(delays.length > 0
      ? [
          `${isOne ? (delays.length > 1 ? 'ses' : 'sa') : delays.length > 1 ? 'leurs' : 'leur'} ${delays.length > 1 ? 'relances' : 'relance'}`,
        ]
      : []),
  ].join(' et ');
  return warning(
    `${counted(holders, 'titulaire', 'titulaires')} d’une charge publique parmi les contacts\u00a0: sans demande écrite de ${isOne ? 'sa' : 'leur'} part ni motif indiqué, le serveur retiendra ${what} (loi T-11.011, lobbyisme).`,
  );
}

/**
 * Checks quiet hours, weekends and holidays. « Envoyer maintenant » is a decision of that minute, to which quiet
 * hours do not apply.
 */
function momentCheck(departure: PlannedCampaign): Check[] {
  const { instant, settings } = departure;
  const { day, time } = quebecDayAndTime(sendingTime(departure));
  const found: Check[] = [];
  if (!isBusinessDate(day)) {
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
    const isWeekend = weekday === 0 || weekday === 6;
    const name = isWeekend ? (weekday === 0 ? 'un dimanche' : 'un samedi') : 'un jour férié au Québec';
    found.push(warning(`Le ${formatLongDay(day)} est ${name}.`));
  }
  const end = quietEnd(time, settings);
  if (instant && end) {
    found.push(
      warning(`Les heures calmes tiennent à cette heure-là\u00a0: l’envoi partira à ${formatTime(end)}.`),
    );
  }
  return found;
}

/** Returns the end of the quiet hours at a time of day; undefined outside of them. */
function quietEnd(time: string, { quiet_start, quiet_end }: PlannedCampaign['settings']): string | undefined {
  if (!quiet_start || !quiet_end) return undefined;
  const [start, end] = [quiet_start.slice(0, 5), quiet_end.slice(0, 5)];
  const isQuiet = start < end ? time >= start && time < end : time >= start || time < end;
  return isQuiet ? end : undefined;
}

function otherSector({ chosen, sector }: PlannedCampaign): Check | undefined {
  const others = sector ? chosen.filter((contact) => contact.sector !== sector).length : 0;
  if (others === 0) return undefined;
  return warning(`Le template est écrit pour un autre secteur que celui de ${counted(others, 'contact')}.`);
}

/** Computes the number of days under the daily limit, counting the messages sent today. */
function paceCheck(planned: PlannedCampaign): Check {
  const { instant, sentToday = 0 } = planned;
  const { daily_cap: cap } = planned.settings;
  const count = departureOf(planned).leaving.length;
  const today = instant ? cap : Math.max(0, cap - sentToday);
  const days = count <= today ? 1 : (today > 0 ? 1 : 0) + Math.ceil((count - today) / cap);
  const used = instant ? '' : ` (${formatNumber(sentToday)} déjà partis aujourd’hui)`;
  const limit = `Limite de ${formatNumber(cap)} par jour${used}`;
  if (days === 1 && today > 0) return fact(`${limit}\u00a0: tout part le jour même.`);
  if (days === 1) return warning(`${limit}\u00a0: rien ne part avant demain.`);
  return warning(`${limit}\u00a0: il faudra ${formatNumber(days)}\u00a0jours.`);
}

function consentsInWords({ chosen, consents }: PlannedCampaign): Check | undefined {
  if (!consents) return undefined;
  const counts = new Map<string, number>();
  for (const { id } of chosen) {
    const basis = consents[id]?.basis;
    const name = (basis && basisLabels[basis]) ?? 'autre';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const parts = [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([name, count]) => `${name} ${formatNumber(count)}`);
  return fact(`Ce qui permet l’envoi\u00a0: ${parts.join(', ')}.`);
}

/** Days that are looked back upon where the settings ask for no gap between campaigns. */
const RECENT_DAYS = 30;

/**
 * Confirms that no candidate was written to within the gap of the settings; a separate warning names those who were.
 */
function writtenLately(departure: PlannedCampaign): Check | undefined {
  const { campaign_gap_days: gap } = departure.settings;
  const at = sendingTime(departure).getTime();
  const count = departure.chosen.filter((person) => isWrittenLately(person, gap || RECENT_DAYS, at)).length;
  if (gap > 0)
    return count > 0
      ? undefined
      : fact(
          `Personne n’a reçu de campagne depuis ${counted(gap, 'jour')}, le délai entre deux campagnes de vos réglages.`,
        );
  if (count === 0) return fact(`Personne n’a reçu de campagne depuis ${RECENT_DAYS}\u00a0jours.`);
  return fact(
    `${counted(count, 'personne a', 'personnes ont')} reçu une campagne depuis moins de ${RECENT_DAYS}\u00a0jours.`,
  );
}

/** Counts by reason the contacts that cannot be chosen: « Désabonné 12, Sans courriel 3 ». */
function exclusionCheck({ candidates }: PlannedCampaign): Check | undefined {
  const reasons = new Map<string, number>();
  for (const { refusal } of candidates) {
    if (refusal) reasons.set(refusal, (reasons.get(refusal) ?? 0) + 1);
  }
  if (reasons.size === 0) return undefined;
  const parts = [...reasons]
    .sort((a, b) => b[1] - a[1])
    .map(([reason, count]) => `${reason} ${formatNumber(count)}`);
  return fact(`Exclus du choix\u00a0: ${parts.join(', ')}.`);
}

/** Reports the errors of the texts, the number of checked links, and whether a test was sent. */
function texts({ messages, isTested }: PlannedCampaign): Check[] {
  if (messages.length === 0) return [];
  const errors = messages.flatMap(({ subject, body }) =>
    lintMessage(subject, body).filter(({ isError }) => isError),
  );
  const links = messages.reduce(
    (sum, { body }) => sum + (body.match(/https?:\/\/|\]\(mailto:/g) ?? []).length,
    0,
  );
  return [
    ...errors.map(({ text }) => warning(text)),
    ...(errors.length === 0 && links > 0
      ? [fact(`${counted(links, 'adresse vérifiée', 'adresses vérifiées')} dans le texte.`)]
      : []),
    isTested ? fact('Vous avez reçu ce texte en essai.') : warning('Vous n’avez pas reçu ce texte en essai.'),
  ];
}

function followups(departure: PlannedCampaign): Check | undefined {
  const { delays } = departure;
  if (delays.length === 0) return undefined;
  const last = formatLongDay(followupDays(sendingTime(departure), delays).at(-1) ?? '');
  const when =
    delays.length > 1
      ? `${delays.length} relances suivront, la dernière vers le ${last}`
      : `Une relance suivra vers le ${last}`;
  return fact(`${when}, un jour ouvrable de 8\u00a0h à 17\u00a0h, à qui n’aura ni répondu ni été rencontré.`);
}
