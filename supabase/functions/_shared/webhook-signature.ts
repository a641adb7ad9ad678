import type { Dependencies } from './dependencies.ts';
import { FunctionError } from './errors.ts';
import { readSetting } from './settings.ts';

/** Largest difference between the sender's clock and ours, so that an old request cannot be replayed. */
const TOLERANCE_SECONDS = 300;

/**
 * Tells whether a request was signed by the owner of the secret (Svix, as Resend uses it): HMAC-SHA-256 of
 * « id.timestamp.body » with the base64 key after `whsec_`; the header holds several signatures, « v1,<base64> », while
 * secrets are rotated. Source: docs.svix.com/receiving/verifying-payloads/how-manual.
 *
 * @param rawBody as received, to the byte
 * @param now seconds since 1970
 */
async function isSigned(
  { id, timestamp, signatures }: { id: string; timestamp: string; signatures: string },
  rawBody: Uint8Array<ArrayBuffer>,
  secret: string,
  now: number,
): Promise<boolean> {
  const key = decodeBase64(secret.replace(/^whsec_/, ''));
  const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!key || key.length === 0 || id === '' || !(Math.abs(now - sentAt) <= TOLERANCE_SECONDS)) return false;
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, hmac, false, ['verify']);
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + rawBody.length);
  signed.set(head);
  signed.set(rawBody, head.length);
  for (const part of signatures.split(' ').slice(0, 10)) {
    const given = part.startsWith('v1,') ? decodeBase64(part.slice('v1,'.length)) : undefined;
    // `verify` compares in constant time.
    if (given && (await crypto.subtle.verify('HMAC', imported, given, signed))) return true;
  }
  return false;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/**
 * Returns the id of a signed request. Throws 401 unless the secret that `variable` holds signed the body as it was
 * received.
 */
export async function requireSignature(
  { headers }: Request,
  { env }: Pick<Dependencies, 'env'>,
  variable: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const secret = readSetting(env, variable);
  const id = headers.get('svix-id') ?? '';
  const signature = {
    id,
    timestamp: headers.get('svix-timestamp') ?? '',
    signatures: headers.get('svix-signature') ?? '',
  };
  if (secret && id.length <= 200 && (await isSigned(signature, body, secret, Date.now() / 1000))) return id;
  const detail = secret ? undefined : `${variable} is not set: nobody is let in`;
  throw new FunctionError(401, 'bad_signature', 'La signature est absente ou inexacte.', detail);
}
