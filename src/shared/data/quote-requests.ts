import type { Enums } from '@/shared/database.types';
import { siteConfig } from '@/shared/lib/site-config';

/** The states of a request in the inbox: stored value → French label. */
export const quoteStatuses = {
  nouveau: 'Nouveau',
  en_cours: 'En cours',
  répondu: 'Répondu',
  archivé: 'Archivé',
} as const satisfies Record<Enums<'request_status'>, string>;

/** The number of a request, as the person was told it and the inbox shows it. */
export const requestNumber = (id: string) => id.slice(0, 8).toUpperCase();

export type QuoteStatus = keyof typeof quoteStatuses;

/**
 * The consent to commercial messages that the form offers, by version (the day it was written). The text is the proof
 * of consent: a change is a new version and the old ones stay. Contents required by Canada's anti-spam law: purpose,
 * who asks, mailing address and another way to reach them, that consent can be withdrawn.
 */
export const consentWordings = {
  '2026-11-21': {
    label: `J’accepte de recevoir par courriel des nouvelles et des offres de ${siteConfig.name}.`,
    details:
      'Vous pouvez retirer votre consentement en tout temps, sans frais, par le lien de désabonnement de chaque ' +
      `message ou en nous écrivant\u00a0: ${siteConfig.legalName}, ${siteConfig.postalAddress}, ` +
      `${siteConfig.contactEmail}.`,
  },
} as const;

/** The version that the form shows. */
export const consentVersion: keyof typeof consentWordings = '2026-11-21';

/** Returns the wording of a version of the form's box, the proof of the consent; none without a known one. */
export function consentWording(version: string | null): string | undefined {
  const wording = version
    ? (consentWordings as Record<string, { label: string; details: string }>)[version]
    : undefined;
  return wording && `${wording.label} ${wording.details}`;
}
