import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Secrets that no file sent to a browser may hold: secret keys, private keys, tokens of the service role. */
const patterns: readonly [name: string, pattern: RegExp][] = [
  ['clé secrète Supabase', /sb_secret_[\w-]{10,}/],
  ['clé privée', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['clé Resend', /\bre_[A-Za-z0-9]{16,}_?[A-Za-z0-9]*\b/],
  ['clé de modèle de langue', /\bsk-[A-Za-z0-9_-]{20,}/],
];

const TOKEN = /\beyJ[\w-]+\.([\w-]+)\.[\w-]+/g;

/** Pictures and fonts, into which our code writes no text. */
const BINARY = /\.(woff2?|jpe?g|png|webp|avif|ico)$/;

/**
 * Tells whether a text holds a signed token of the service role. The role is encoded: its letters depend on what
 * precedes.
 */
function hasServiceToken(text: string): boolean {
  return [...text.matchAll(TOKEN)].some(([, payload = '']) =>
    /"role"\s*:\s*"service_role"/.test(Buffer.from(payload, 'base64url').toString()),
  );
}

/**
 * Fails when a built file holds something that looks like a secret.
 *
 * @param folder the built site
 * @throws Error that names the file and the kind of secret, never the secret
 */
export function assertNoSecret(folder: string): void {
  const found: string[] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || BINARY.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const text = readFileSync(file, 'utf8');
    for (const [name, pattern] of patterns) if (pattern.test(text)) found.push(`${file} : ${name}`);
    if (hasServiceToken(text)) found.push(`${file} : jeton du rôle de service`);
  }
  if (found.length > 0) throw new Error(`Le site construit contient des secrets :\n${found.join('\n')}`);
}
