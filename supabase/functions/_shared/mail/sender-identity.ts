import { z } from 'zod';
import { isEmailAddress } from '../contract/email-address.ts';
import type { EnvLookup } from '../dependencies.ts';
import { missingSettings, readSetting, siteUrls } from '../settings.ts';

/** The sender as Canada's anti-spam law requires it in a message: name, mailing address and a contact. */
export interface SenderIdentity {
  siteName: string;
  legalName: string;
  postalAddress: string;
  contactEmail: string;
  /** Telephone number, or empty. */
  contactPhone: string;
  /** The `From` address. */
  from: string;
  /** Address of the site, without a trailing slash. */
  siteUrl: string;
}

const email = z.string().refine(isEmailAddress);
const headerLine = z
  .string()
  .max(300)
  .regex(/^\P{Cc}+$/u);
/** The identity as an administrator saved it in the settings; empty means not saved. */
export interface SavedIdentity {
  sender_name: string;
  legal_name: string;
  postal_address: string;
  contact_email: string;
  contact_phone?: string | null | undefined;
}

const settings = {
  siteName: ['SITE_NAME', headerLine],
  legalName: ['LEGAL_NAME', headerLine],
  postalAddress: ['POSTAL_ADDRESS', headerLine],
  contactEmail: ['CONTACT_EMAIL', email],
  from: ['MAIL_FROM', email],
  siteUrl: ['SITE_URL', z.url({ protocol: /^https?$/ })],
} as const;

/**
 * Reads the sender identity: the saved fields, else the environment; of several addresses in SITE_URL, the first.
 * Throws 503 naming a missing one.
 */
export function readSenderIdentity(env: EnvLookup, saved: SavedIdentity | undefined): SenderIdentity {
  const kept: Record<string, string | undefined> = {
    siteName: saved?.sender_name,
    legalName: saved?.legal_name,
    postalAddress: saved?.postal_address,
    contactEmail: saved?.contact_email,
    siteUrl: siteUrls(env)[0],
  };
  const results = Object.entries(settings).map(([field, [variable, schema]]) => {
    const result = schema.safeParse(kept[field]?.trim() || readSetting(env, variable));
    return { field, variable, value: result.data };
  });
  const missing = results.filter(({ value }) => value === undefined).map(({ variable }) => variable);
  if (missing.length > 0) throw missingSettings(missing);
  const identity = Object.fromEntries(results.map(({ field, value }) => [field, value]));
  return { ...identity, contactPhone: saved?.contact_phone?.trim() ?? '' } as SenderIdentity;
}

/** Reads the addresses of a variable, separated by commas; none when it is absent or one of them is invalid. */
export function readAddresses(env: EnvLookup, variable: string): string[] {
  const addresses = (readSetting(env, variable) ?? '').split(',').map((address) => address.trim());
  return addresses.every((address) => email.safeParse(address).success) ? addresses : [];
}
