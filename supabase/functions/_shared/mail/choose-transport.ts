import { isEmailAddress } from '../contract/email-address.ts';
import type { Dependencies } from '../dependencies.ts';
import { missingSettings, readSetting } from '../settings.ts';
import { LEASE_MS, type Transport } from './outgoing.ts';
import { createResendTransport } from './resend.ts';
import { createSmtpTransport } from './smtp.ts';

/**
 * Chooses Resend where its key is set, else the SMTP server of the environment. Throws 503 naming a missing variable.
 */
export function chooseTransport(dependencies: Dependencies): Transport {
  const apiKey = readSetting(dependencies.env, 'RESEND_API_KEY');
  if (apiKey) return withTimeLimit(createResendTransport(dependencies, apiKey), dependencies.clock);
  const host = readSetting(dependencies.env, 'SMTP_HOST');
  if (host) return withTimeLimit(createSmtpTransport(dependencies, host), dependencies.clock);
  throw missingSettings(
    ['RESEND_API_KEY (ou SMTP_HOST)'],
    'L’envoi de courriels n’est pas encore configuré.',
  );
}

/** Checks addresses and time limits again before a message goes to a mail server, without relying on the database. */
function withTimeLimit(transport: Transport, clock: Dependencies['clock']): Transport {
  const { send } = transport;
  transport.send = async (message, claimedAt) => {
    const addresses = [...message.to, message.from.address, ...(message.replyTo ? [message.replyTo] : [])];
    if (!addresses.every(isEmailAddress)) {
      return { kind: 'rejected', reason: 'Une adresse du message n’est pas valide.' };
    }
    if (clock.wallTime() - claimedAt >= LEASE_MS) {
      const reason = 'L’ordinateur s’est arrêté avant l’envoi, qui repart de lui-même.';
      return { kind: 'retry', reason, mayHaveArrived: false };
    }
    return send(message, claimedAt);
  };
  return transport;
}
