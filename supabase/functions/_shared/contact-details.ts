const address = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24}$/;

/** Endings of file names that look like an address (« logo@2x.png »). */
const fileEnding = /\.(?:png|jpe?g|gif|svg|webp|avif|css|js|mjs|woff2?|ico|pdf|mp4)$/;

/** Addresses of builders, trackers and examples, which stand in pages and belong to nobody there. */
const nobody =
  /@(?:(?:.*\.)?sentry\.io|sentry\..*|(?:.*\.)?wixpress\.com|(?:.*\.)?example\.(?:com|org|net)|domaine?\.(?:com|ca)|(?:mon|votre)(?:domaine|site)\.(?:com|ca)|email\.com|mysite\.com|yourdomain\.com)$/;

/** Mailboxes that read nothing. */
const deaf =
  /^(?:no-?reply|ne-?pas-?repondre|nepasrepondre|do-?not-?reply|mailer-daemon|bounces?)(?:[+-].*)?@/;

/** The address in lower case, or null when it is none, or none that a person reads. */
export function normalizeEmail(text: string): string | null {
  const value = text.trim().toLowerCase();
  if (value.length > 255 || !address.test(value) || value.includes('..') || /^\.|\.@/.test(value))
    return null;
  return fileEnding.test(value) || nobody.test(value) || deaf.test(value) ? null : value;
}
