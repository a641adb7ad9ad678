import { serviceTypes } from '@contract/quote-request';
import { splitDetails } from '@contract/technical-details.ts';
import type { TodayKind } from '@contract/today-kinds';
import { campaignPaths } from '@/admin/campaigns/paths';
import { contactPaths } from '@/admin/contacts/paths';
import { deadlineCountdown } from '@/admin/kit/lib/business-hours';
import { formatRelativeDay } from '@/admin/kit/lib/coming-days';
import { formatDateTime, formatLongDay, quebecDay } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { quebecDayAndTime } from '@/admin/kit/lib/quebec-clock';
import { municipalityPaths } from '@/admin/municipalities/paths';
import { privacyPaths } from '@/admin/privacy/paths';
import { prospectPaths } from '@/admin/prospects/paths';
import { quotePaths } from '@/admin/quotes/paths';
import { requestPaths } from '@/admin/requests/paths';
import { segmentRhythms } from '@/admin/segments/data/segment-labels';
import { segmentPaths } from '@/admin/segments/paths';
import { tenderPaths } from '@/admin/tenders/paths';
import { tourLinks, tourPaths } from '@/admin/tours/paths';
import { tripPaths } from '@/admin/trips/paths';
import { formatCents } from '@/shared/lib/money';
import { counted } from '@/shared/lib/numbers';
import type { TodayItem } from '../data/today';
import { todayPaths } from '../paths';
import { SITE_ANCHOR } from './site-publication';

const recordHref = {
  contact: contactPaths.one.href,
  quote_request: requestPaths.one.href,
  trip_plan: tripPaths.one.href,
};

/** The address of a person's requests: on the contact's page, or in the list of all where nobody is a contact. */
const personHref = (id: string | null) =>
  id ? `${contactPaths.one.href(id)}#donnees` : `${privacyPaths.personalData.href()}#demandes`;

export type Wording = {
  title: string;
  /** Title of the item and the reason why it is listed. */
  text: string;
  to: string;
  /** Label of its single action; a next action is completed in the list. */
  action?: string;
};

/** Text of each kind of item, and the target of its action. A new kind of item adds its line here. */
export const wordings: Record<TodayKind, (item: TodayItem) => Wording> = {
  request: ({ title, detail, record_id }) => ({
    title,
    text: `Demande · ${labelOf(serviceTypes, detail ?? '')}`,
    to: requestPaths.reply.href(record_id),
    action: 'Répondre',
  }),
  action: ({ title, detail, target, target_id }) => ({
    title,
    text: detail ?? '',
    to: recordHref[target ?? 'contact'](target_id ?? ''),
  }),
  quote: ({ title, detail, urgency, record_id }) => ({
    title,
    text: `Devis ${detail ?? ''} sans réponse`,
    to: quotePaths.one.href(record_id),
    action: urgency === 0 ? 'Voir le devis' : 'Relancer',
  }),
  quote_emails: ({ title, detail, amount, record_id }) => ({
    title,
    text: `Devis ${detail ?? ''} · ${counted(amount ?? 0, 'courriel en échec ou incertain', 'courriels en échec ou incertains')}`,
    to: quotePaths.thread.href(record_id),
    action: 'Vérifier',
  }),
  invoice: ({ title, detail, amount, urgency, record_id }) => ({
    title,
    text: `Facture ${detail ?? ''} · ${formatCents(amount ?? 0)} à encaisser`,
    to: `${quotePaths.invoice.href(record_id)}${urgency === 0 ? '?relancer=oui' : ''}`,
    action: urgency === 0 ? 'Relancer' : 'Voir la facture',
  }),
  invoice_emails: ({ title, detail, amount, record_id }) => ({
    title,
    text: `Facture ${detail ?? ''} · ${counted(amount ?? 0, 'courriel en échec ou incertain', 'courriels en échec ou incertains')}`,
    to: quotePaths.invoice.href(record_id),
    action: 'Vérifier',
  }),
  quote_to_invoice: ({ title, detail, amount, record_id }) => ({
    title,
    text: `Devis ${detail ?? ''} accepté, sans facture · ${formatCents(amount ?? 0)}`,
    to: `${quotePaths.one.href(record_id)}?facturer=oui`,
    action: 'Facturer',
  }),
  quote_balance: ({ title, detail, amount, record_id }) => ({
    title,
    text: `Devis ${detail ?? ''} · reste ${formatCents(amount ?? 0)} à facturer`,
    to: `${quotePaths.one.href(record_id)}?facturer=oui`,
    action: 'Facturer',
  }),
  request_email: ({ title, detail, record_id }) => ({
    title,
    text: detail === 'incertain' ? 'Courriel au résultat incertain' : 'Courriel en échec',
    to: requestPaths.one.href(record_id),
    action: 'Vérifier',
  }),
  campaign_emails: ({ title, amount, record_id }) => ({
    title,
    text: `Campagne · ${counted(amount ?? 0, 'courriel en échec ou incertain', 'courriels en échec ou incertains')}`,
    to: campaignPaths.one.href(record_id),
    action: 'Vérifier',
  }),
  campaign: ({ title, detail, record_id }) => ({
    title,
    text: `Campagne en attente · ${detail ?? ''}`,
    to: campaignPaths.one.href(record_id),
    action: 'Voir la campagne',
  }),
  trip: ({ title, amount, record_id }) => ({
    title,
    text: `Déplacement · ${counted(amount ?? 0, 'prospect à décider', 'prospects à décider')}`,
    to: prospectPaths.list.href(record_id),
    action: 'Voir les prospects',
  }),
  trip_over: ({ title, record_id }) => ({
    title,
    text: 'Déplacement passé\u00a0: a-t-il eu lieu?',
    to: tripPaths.one.href(record_id),
    action: 'Clore',
  }),
  consent: ({ title, record_id }) => ({
    title,
    text: 'Consentement qui expire',
    to: contactPaths.one.href(record_id),
    action: 'Voir la fiche',
  }),
  draft: ({ title, detail, record_id }) => ({
    title,
    text: ['Visite en brouillon', detail].filter(Boolean).join(' · '),
    to: tourPaths.edit.href(record_id),
    action: 'Relire et publier',
  }),
  drafts: ({ amount }) => ({
    title: counted(amount ?? 0, 'visite en brouillon', 'visites en brouillon'),
    text: 'À relire et à publier',
    to: tourLinks.drafts,
    action: 'Voir la liste',
  }),
  erasure_request: ({ title, target_id }) => ({
    title,
    text: 'Effacement demandé par la personne',
    to: personHref(target_id),
    action: 'Traiter',
  }),
  correction: ({ title, target_id }) => ({
    title,
    text: 'Coordonnées corrigées par la personne',
    to: personHref(target_id),
    action: 'Voir',
  }),
  register: ({ detail }) => ({
    title: 'Répertoire des municipalités',
    text: `Non vérifié depuis le ${detail ? formatLongDay(detail) : ''}`,
    to: municipalityPaths.register.href(),
    action: 'Mettre à jour',
  }),
  // Its action is completed in the list.
  publication: ({ detail }) => ({
    title: 'Site public',
    text: detail ? splitDetails(detail).sentence : 'Des changements attendent d’être publiés',
    to: `${todayPaths.dashboard.href()}#${SITE_ANCHOR}`,
  }),
  dead_link: ({ title, detail, record_id }) => ({
    title,
    text: `L’adresse de la visite ne s’ouvre plus · ${detail ?? ''}`,
    to: tourPaths.edit.href(record_id),
    action: 'Ouvrir la visite',
  }),
  tender: ({ title, detail, due_at }) => ({
    title,
    text: `Appel d’offres de ${detail ?? ''}${due_at ? ` · ferme le ${formatDateTime(due_at)}` : ''}`,
    to: tenderPaths.list.href(),
    action: 'Voir l’avis',
  }),
  tender_week: ({ detail, amount }) => ({
    title: 'Appels d’offres du SEAO',
    text:
      amount === 1
        ? `La semaine du ${detail ? formatLongDay(detail) : ''} n’a pas été lue`
        : `${amount} semaines n’ont pas été lues, depuis celle du ${detail ? formatLongDay(detail) : ''}`,
    to: tenderPaths.list.href(),
    action: 'Lire le fichier',
  }),
  // Its action is completed in the list.
  segment: ({ title, detail, record_id }) => ({
    title,
    text: `Campagne due au segment · ${labelOf(segmentRhythms, detail ?? '').toLowerCase()}`,
    to: segmentPaths.one.href(record_id),
  }),
};

/** Formats the deadline in the way of the kind, and whether it is late. */
export function dueText({ kind, due_at, urgency }: TodayItem): string | undefined {
  if (!due_at) return undefined;
  if (kind === 'request') return deadlineCountdown(new Date(due_at)).label;
  if (kind === 'action') {
    const { day, time } = quebecDayAndTime(new Date(due_at));
    const hour = time === '23:59' ? '' : ` à ${formatDateTime(due_at).split(' à ')[1]}`;
    return `${urgency === 0 ? 'en retard\u00a0: ' : ''}${formatRelativeDay(day)}${hour}`;
  }
  // The first moment after its last day.
  if (kind === 'erasure_request') {
    const day = formatRelativeDay(quebecDay(new Date(Date.parse(due_at) - 1)));
    // « le dimanche 27 décembre », but « demain ».
    const until = /\d/.test(day) ? `le ${day}` : day;
    return `${urgency === 0 ? 'en retard\u00a0: ' : ''}à répondre au plus tard ${until}`;
  }
  if (kind === 'quote') {
    const day = formatRelativeDay(quebecDay(new Date(Date.parse(due_at) - 1)));
    return urgency === 0 ? `expiré ${day}` : `expire ${day}`;
  }
  if (kind === 'invoice') {
    const day = formatRelativeDay(quebecDay(new Date(Date.parse(due_at) - 1)));
    return urgency === 0 ? `en retard\u00a0: échue ${day}` : `échéance ${day}`;
  }
  if (kind === 'trip' || kind === 'consent' || kind === 'segment')
    return formatRelativeDay(quebecDay(new Date(due_at)));
  return undefined;
}
