import type { RetentionPreview } from '@/admin/data/privacy/privacy';
import { counted } from '@/shared/lib/numbers';

/** What the register counts, as it names it: key → « un », « plusieurs ». */
const words: Record<string, readonly [one: string, many: string]> = {
  contacts: ['contact', 'contacts'],
  email_sends: ['message', 'messages'],
  quote_requests: ['demande anonymisée', 'demandes anonymisées'],
  prospects: ['prospect', 'prospects'],
  rejected_prospects: ['prospect rejeté', 'prospects rejetés'],
  consent_events: ['preuve de consentement', 'preuves de consentement'],
};

/** « 1 contact, 3 messages, 2 demandes anonymisées »; « – » for nothing. */
export function countsInWords(detail: Readonly<Record<string, number>>): string {
  const parts = Object.entries(detail)
    .filter(([, count]) => count > 0)
    .map(([key, count]) => counted(count, ...(words[key] ?? ([key, key] as const))));
  return parts.join(', ') || '–';
}

/** What the rules will do: « 12 demandes seront anonymisées et 1 prospect rejeté sera effacé ». */
export function previewInWords({ quote_requests, rejected_prospects }: RetentionPreview): string {
  const parts = [
    quote_requests > 0 &&
      `${counted(quote_requests, 'demande')} ${quote_requests > 1 ? 'seront anonymisées' : 'sera anonymisée'}`,
    rejected_prospects > 0 &&
      `${counted(rejected_prospects, 'prospect rejeté', 'prospects rejetés')} ${rejected_prospects > 1 ? 'seront effacés' : 'sera effacé'}`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' et ') : 'Rien ne sera effacé aujourd’hui';
}
