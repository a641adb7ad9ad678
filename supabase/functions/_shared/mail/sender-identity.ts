import { z } from 'zod';
import type { EnvLookup } from '../dependencies.ts';
import { isEmailAddress } from '../email-address.ts';
import { missingSettings, readSetting, siteUrls } from '../settings.ts';

/** The sender as Canada's anti-spam law requires it in a message: name, mailing address and a way to answer. */
export interface SenderIdentity {
  siteName: string;
  legalName: string;
  postalAddress: string;
  contactEmail: string;
  /** The address that messages come from. */
  from: string;
  /** Without a trailing slash. */
  siteUrl: string;
}

const email = z.string().refine(isEmailAddress);
const line = z
  .string()
  .max(200)
  .regex(/^\P{Cc}+$/u);
const settings = {
  siteName: ['SITE_NAME', line],
  legalName: ['LEGAL_NAME', line],
  postalAddress: ['POSTAL_ADDRESS', line],
  contactEmail: ['CONTACT_EMAIL', email],
  from: ['MAIL_FROM', email],
  siteUrl: ['SITE_URL', z.url({ protocol: /^https?$/ })],
} as const;

/** Reads the sender identity from the environment; of several addresses in SITE_URL, the first. Throws 503 that names what is missing. */
export function readSenderIdentity(env: EnvLookup): SenderIdentity {
  const results = Object.entries(settings).map(([field, [variable, schema]]) => {
    const result = schema.safeParse(variable === 'SITE_URL' ? siteUrls(env)[0] : readSetting(env, variable));
    return { field, variable, value: result.data };
  });
  const missing = results.filter(({ value }) => value === undefined).map(({ variable }) => variable);
  if (missing.length > 0) throw missingSettings(missing);
  return Object.fromEntries(results.map(({ field, value }) => [field, value])) as unknown as SenderIdentity;
}

/** The addresses of a variable, separated by commas; none when it is absent or one of them is no address. */
export function readAddresses(env: EnvLookup, variable: string): string[] {
  const addresses = (readSetting(env, variable) ?? '').split(',').map((address) => address.trim());
  return addresses.every((address) => email.safeParse(address).success) ? addresses : [];
}
