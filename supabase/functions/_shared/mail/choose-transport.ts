import type { Dependencies } from '../dependencies.ts';
import { isEmailAddress } from '../email-address.ts';
import { missingSettings, readSetting } from '../settings.ts';
import type { Transport } from './outgoing.ts';
import { createResendTransport } from './resend.ts';
import { createSmtpTransport } from './smtp.ts';

/** Resend where its key is set, else the SMTP server of the environment. Throws 503 naming what is missing. */
export function chooseTransport(dependencies: Dependencies): Transport {
  const apiKey = readSetting(dependencies.env, 'RESEND_API_KEY');
  if (apiKey) return guarded(createResendTransport(dependencies, apiKey));
  const host = readSetting(dependencies.env, 'SMTP_HOST');
  if (host) return guarded(createSmtpTransport(dependencies.env, host));
  throw missingSettings(['RESEND_API_KEY (ou SMTP_HOST)']);
}

/** The database refuses any other address; what goes to a mail server must not rely on that. */
function guarded(transport: Transport): Transport {
  const { send } = transport;
  transport.send = async (message) => {
    const addresses = [...message.to, message.from.address, ...(message.replyTo ? [message.replyTo] : [])];
    if (addresses.every(isEmailAddress)) return send(message);
    return { kind: 'rejected', reason: 'Une adresse du message n’est pas valide.' };
  };
  return transport;
}
