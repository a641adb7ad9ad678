import type { Consent } from '@/admin/data/contacts/consents';
import { consentBases, suppressionReasons } from '@/admin/data/contacts/contact-labels';
import { formatDay } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';
import { StatusBadge, type Tone } from '@/admin/ui/status-badge';

/** What a person reads of a consent: in two words, and why. */
export function describeConsent(consent: Consent | null): { tone: Tone; label: string; reason: string } {
  if (!consent) {
    return { tone: 'quiet', label: 'Jamais', reason: 'Aucun consentement n’est consigné pour ce contact.' };
  }
  const { state, basis = '', expires_at, suppression = '' } = consent;
  const ground = labelOf(consentBases, basis);
  switch (state) {
    case 'unsubscribed':
      return { tone: 'attention', label: 'Désabonné', reason: labelOf(suppressionReasons, suppression) };
    case 'unverified':
      return {
        tone: 'attention',
        label: 'À vérifier',
        reason: 'L’adresse vient d’OpenStreetMap; le site de l’organisation ne l’a pas encore confirmée.',
      };
    case 'refused':
      return { tone: 'quiet', label: 'Jamais', reason: 'La page de l’organisation refuse la sollicitation.' };
    case 'withdrawn':
      return { tone: 'quiet', label: 'Jamais', reason: 'Le consentement a été retiré.' };
    case 'expired':
      return {
        tone: 'quiet',
        label: 'Jamais',
        reason: `${ground}, expiré le ${formatDay(expires_at ?? '')}`,
      };
    default:
      return expires_at
        ? { tone: 'active', label: `Envoi permis jusqu’au ${formatDay(expires_at)}`, reason: ground }
        : { tone: 'done', label: 'Envoi permis', reason: ground };
  }
}

/** Whether a commercial message may be sent to a contact. `undefined` while it is not known yet. */
export function ConsentBadge({ consent }: { consent: Consent | null | undefined }) {
  if (consent === undefined) return <span className="text-slate">…</span>;
  const { tone, label, reason } = describeConsent(consent);
  return (
    <span title={reason}>
      <StatusBadge tone={tone} label={label} />
    </span>
  );
}
