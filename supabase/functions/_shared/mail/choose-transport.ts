import type { Dependencies } from '../dependencies.ts';
import { missingSettings, readSetting } from '../settings.ts';
import type { Transport } from './outgoing.ts';
import { createResendTransport } from './resend.ts';
import { createSmtpTransport } from './smtp.ts';

/** Resend where its key is set, else the SMTP server of the environment. Throws 503 naming what is missing. */
export function chooseTransport(dependencies: Dependencies): Transport {
  const apiKey = readSetting(dependencies.env, 'RESEND_API_KEY');
  if (apiKey) return createResendTransport(dependencies, apiKey);
  const host = readSetting(dependencies.env, 'SMTP_HOST');
  if (host) return createSmtpTransport(dependencies.env, host);
  throw missingSettings(['RESEND_API_KEY (ou SMTP_HOST)']);
}
