import { siteConfig } from '@/shared/lib/site-config';

/**
 * What a person who asks for a quote may tick besides, by version (the day it was written). The text is the proof of
 * their consent: a change is a new version, the old ones stay. Contents: Canada's anti-spam law (purpose, who asks,
 * mailing address and another way to reach them, that consent can be withdrawn).
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

/** The version that the form shows today. */
export const consentVersion: keyof typeof consentWordings = '2026-11-21';
