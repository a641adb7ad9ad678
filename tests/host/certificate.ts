import { createHash, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** A private key and its certificate (PEM), the certificate as a file, and the SHA-256 of its public key in base64. */
export type Certificate = { key: string; cert: string; file: string; publicKey: string };

/**
 * Makes a self-signed certificate for 127.0.0.1: Chromium accepts it with `--ignore-certificate-errors-spki-list` and
 * its public key, Node with `NODE_EXTRA_CA_CERTS`.
 *
 * @param folder where the certificate is written
 * @param names further host names
 */
export async function makeCertificate(folder: string, names: readonly string[] = []): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [{ type: 7, ip: '127.0.0.1' }, ...names.map((value) => ({ type: 2 as const, value }))],
      },
    ],
  });
  const file = join(folder, 'certificate.pem');
  writeFileSync(file, cert);
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return { key, cert, file, publicKey: createHash('sha256').update(publicKey).digest('base64') };
}
