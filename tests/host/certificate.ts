import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** A private key and its certificate (PEM), as `node:http2` wants them, and the same certificate as a file. */
export type Certificate = { key: string; cert: string; file: string };

/**
 * Makes a certificate for 127.0.0.1 that nobody else trusts: Chromium accepts it with `--ignore-certificate-errors`,
 * Node with `NODE_EXTRA_CA_CERTS`.
 *
 * @param folder where the certificate is written as a file
 */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  const file = join(folder, 'certificate.pem');
  writeFileSync(file, cert);
  return { key, cert, file };
}
