import { CircleAlert, CircleCheck, CircleSlash } from 'lucide-react';
import { formatDay } from '@/admin/kit/lib/dates';
import { PanelButton } from '@/admin/kit/ui/panel-button';
import type { Tone } from '@/admin/kit/ui/status-badge';
import type { Enums } from '@/shared/database.types';
import type { Consent } from '../data/consents';
import { ledgerBases, suppressionReasons } from '../data/contact-labels';

/** A basis in two words, for a badge. */
const shortBases: Partial<Record<Enums<'consent_basis'>, string>> = {
  express: 'consentement exprès',
  inquiry: 'demande reçue',
  purchase: 'achat',
  contract: 'contrat',
  published: 'adresse publiée',
  disclosed: 'adresse remise',
};

const suppressionTexts: Partial<Record<Enums<'suppression_reason'>, string>> = {
  manual: 'Retiré des envois',
  bounced: 'Envoi interdit — adresse en erreur',
  complained: 'Envoi interdit — plainte',
  erased: 'Retiré des envois',
};

type ConsentWords = { tone: Tone; label: string; reason: string };

/** Explains a consent to a person who is no lawyer: a few words, and the reason. */
export function describeConsent(consent: Consent | null): ConsentWords {
  if (!consent) {
    return {
      tone: 'quiet',
      label: 'Envoi interdit — aucun consentement',
      reason: 'Aucun consentement n’est consigné pour ce contact.',
    };
  }
  const { state, basis, occurred_at, expires_at, suppression } = consent;
  const ground = basis ? ledgerBases[basis] : '';
  switch (state) {
    case 'unsubscribed':
      return {
        tone: 'attention',
        label: (suppression && suppressionTexts[suppression]) ?? 'Désabonné',
        reason: suppression ? suppressionReasons[suppression] : '',
      };
    case 'unverified':
      return {
        tone: 'attention',
        label: 'À vérifier',
        reason: 'L’adresse vient d’OpenStreetMap; le site de l’organisation ne l’a pas encore confirmée.',
      };
    case 'refused':
      return {
        tone: 'quiet',
        label: 'Envoi interdit — refus affiché',
        reason: 'La page de l’organisation refuse la sollicitation.',
      };
    case 'withdrawn':
      return {
        tone: 'quiet',
        label: 'Envoi interdit — consentement retiré',
        reason: 'Le consentement a été retiré.',
      };
    case 'expired':
      return {
        tone: 'quiet',
        label: 'Envoi interdit — consentement expiré',
        reason: `${ground}, expiré le ${formatDay(expires_at ?? '')}`,
      };
    default: {
      const until = expires_at ? ` jusqu’au ${formatDay(expires_at)}` : '';
      // Without an act of the person, the studio must prove that it may write.
      const isOurs = basis === 'published' || basis === 'disclosed';
      const since = occurred_at ? `, depuis le ${formatDay(occurred_at)}` : '';
      return {
        tone: isOurs || expires_at ? 'active' : 'done',
        label: `Envoi permis${until} — ${(basis && shortBases[basis]) ?? ground}`,
        reason: `${ground}${since}.${isOurs ? ' En cas de plainte, la preuve est à notre charge.' : ''}`,
      };
    }
  }
}

const stateIcons = {
  allowed: <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-spruce" />,
  unverified: <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-amber-ink" />,
  forbidden: <CircleSlash aria-hidden="true" className="size-4 shrink-0 text-sumac-deep" />,
};

/** « Permis », or the reason, as short as a row of the list needs. */
function inShort(state: Consent['state'] | undefined, label: string): string {
  if (state === 'allowed') return 'Permis';
  const [, reason = label] = label.split(' — ');
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

/**
 * Shows whether a commercial message may be sent to a contact: an icon, and the reason where it may not; a press
 * shows the details. `undefined` while unknown.
 */
export function ConsentBadge({ consent }: { consent: Consent | null | undefined }) {
  if (consent === undefined) return <span className="text-slate">…</span>;
  const { label, reason } = describeConsent(consent);
  const state = consent?.state;
  return (
    <PanelButton
      label={`${label}\u00a0: pourquoi`}
      title={label}
      className="inline-flex min-h-6 max-w-full items-center gap-1 rounded-full text-[0.8125rem] hover:text-ink"
      panel={() => (
        <p className="max-w-64 px-3 py-2 text-sm">
          <strong className="block font-semibold">{label}</strong>
          {reason}
        </p>
      )}
    >
      {state === 'allowed' || state === 'unverified' ? stateIcons[state] : stateIcons.forbidden}
      <span className="truncate">{inShort(state, label)}</span>
    </PanelButton>
  );
}
