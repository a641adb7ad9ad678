import { serviceTypes } from '@contract/quote-request';
import { labelOf } from '@/admin/kit/lib/label-of';
import { prospectPaths } from '@/admin/prospects/paths';
import { quotePaths } from '@/admin/quotes/paths';
import { formatCents } from '@/shared/lib/money';
import { activityKinds, contactStatuses, ledgerBases, suppressionReasons } from '../data/contact-labels';
import type { TimelineEvent } from '../data/timeline';

/** The screen of what an event is about, where it has one. */
export function eventHref({ kind, detail }: TimelineEvent): string | undefined {
  const { id = '', trip_plan_id } = detail;
  if (kind === 'accepted' && trip_plan_id) return prospectPaths.list.href(trip_plan_id);
  if (kind === 'quote_sent' || kind === 'quote_closed') return quotePaths.one.href(id);
  if (kind === 'invoice' || kind === 'payment') return quotePaths.invoice.href(id);
  return undefined;
}

/** Delivery events of an e-mail. Opens and clicks are estimates: antivirus programs open and click too. */
const feedback = {
  delivered: 'Courriel livré',
  bounced: 'Courriel rejeté, adresse en erreur',
  complained: 'Courriel signalé comme indésirable',
  opened: 'Courriel ouvert (estimé)',
  clicked: 'Lien suivi (estimé)',
  replied: 'A répondu',
};

/** Describes an event in a few words, with an optional text. */
export function describeEvent({ kind, detail }: TimelineEvent): { title: string; text?: string } {
  const status = (value = '') => `«\u00a0${labelOf(contactStatuses, value)}\u00a0»`;
  switch (kind) {
    case 'created':
      return { title: 'Contact créé' };
    case 'imported':
      return { title: 'Importé', text: detail.source };
    case 'completed':
      return { title: 'Complété par un import', text: detail.source };
    case 'status':
      return { title: `Statut changé de ${status(detail.old_status)} à ${status(detail.new_status)}` };
    case 'accepted':
      return { title: `Prospect accepté du déplacement à ${detail.city}` };
    case 'activity':
      return { title: labelOf(activityKinds, detail.kind ?? ''), text: detail.body };
    case 'quote':
      return {
        title: 'Demande de soumission reçue',
        text: `${detail.organization_name} · ${labelOf(serviceTypes, detail.service_type ?? '')}`,
      };
    case 'quote_sent':
      return { title: `Devis ${detail.number} envoyé` };
    case 'quote_closed':
      return { title: `Devis ${detail.number} ${detail.status}` };
    case 'invoice':
      return {
        title: `${detail.invoice_kind === 'credit' ? 'Note de crédit' : 'Facture'} ${detail.number} émise`,
      };
    case 'payment':
      return { title: `Paiement de ${formatCents(Number(detail.cents))} · facture ${detail.number}` };
    case 'email':
      return {
        title: `Courriel ${detail.status === 'brouillon' ? 'en brouillon' : detail.status} · campagne «\u00a0${detail.campaign}\u00a0»`,
        text: detail.subject,
      };
    case 'consent':
      return {
        title: labelOf<string>(ledgerBases, detail.basis ?? ''),
        text: detail.evidence,
      };
    case 'corrected':
      return { title: 'Coordonnées corrigées par la personne, sur sa fiche' };
    case 'erasure_asked':
      return { title: 'Effacement demandé par la personne, sur sa fiche', text: detail.answer };
    case 'suppressed':
      return { title: labelOf(suppressionReasons, detail.reason ?? '') };
    case 'lifted':
      return { title: 'Retrait des envois levé', text: detail.reason };
    case 'delivered':
    case 'bounced':
    case 'complained':
    case 'opened':
    case 'clicked':
    case 'replied':
      return {
        title: `${feedback[kind]} · campagne «\u00a0${detail.campaign}\u00a0»`,
        text: detail.subject,
      };
    default:
      return { title: kind };
  }
}
