import type { Env } from './env';

/** Replaced at build time by vite.config.ts with the result of `parseEnv`. */
declare const __APP_ENV__: Env;

/** The validated environment, known at build time. */
export const env: Env = __APP_ENV__;

/** The identity of the studio; each value may be set by the environment (.env.example). */
export const siteConfig = {
  name: env.VITE_SITE_NAME,
  url: env.VITE_SITE_URL,
  contactEmail: env.VITE_CONTACT_EMAIL,
  legalName: env.VITE_LEGAL_NAME,
  postalAddress: env.VITE_POSTAL_ADDRESS,
  phone: env.VITE_PHONE,
  creativeServicesUrl: env.VITE_CREATIVE_SERVICES_URL,
  allToursUrl: env.VITE_ALL_TOURS_URL,
} as const;
