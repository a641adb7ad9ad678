import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What no file sent to a browser may hold: secret keys, private keys, tokens of the service role. */
const patterns: readonly [name: string, pattern: RegExp][] = [
  ['clé secrète Supabase', /sb_secret_[\w-]{10,}/],
  ['clé privée', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['clé Resend', /\bre_[A-Za-z0-9]{16,}_?[A-Za-z0-9]*\b/],
  ['clé de modèle de langue', /\bsk-[A-Za-z0-9_-]{20,}/],
  ['jeton du rôle de service', /eyJ[\w-]+\.[\w-]*c2VydmljZV9yb2xl[\w-]*\.[\w-]+/],
];

/**
 * Fails when a built file holds something that looks like a secret.
 *
 * @param folder the built site
 * @throws Error that names the file and the kind of secret, never the secret
 */
export function assertNoSecret(folder: string): void {
  const found: string[] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(html|js|css|json|map|txt|svg)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const text = readFileSync(file, 'utf8');
    for (const [name, pattern] of patterns) if (pattern.test(text)) found.push(`${file} : ${name}`);
  }
  if (found.length > 0) throw new Error(`Le site construit contient des secrets :\n${found.join('\n')}`);
}
