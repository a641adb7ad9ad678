import { Buffer } from 'node:buffer';
import { isIP } from 'node:net';
// @ts-types="npm:@types/nodemailer"
import { createTransport } from 'nodemailer';
import { withDetails } from '../contract/technical-details.ts';
import type { Dependencies, EnvLookup } from '../dependencies.ts';
import { isLoopback } from '../loopback.ts';
import { forgetAddress, reachableAddress } from '../network.ts';
import { missingSettings, readSetting } from '../settings.ts';
import { messageId, type Outcome, SEND_TIMEOUT_MS, type Transport } from './outgoing.ts';

/** Address, encryption and account of the server. */
interface SmtpConnection {
  host: string;
  port: number;
  /** True when encrypted from the first byte. */
  secure: boolean;
  /** True when STARTTLS must encrypt before anything else is sent. */
  requireTLS: boolean;
  auth?: { user: string; pass: string };
}

/**
 * Reads SMTP_PORT (465, encrypted from the first byte, by default; 587 on this machine), SMTP_USER and SMTP_PASSWORD.
 * A password leaves this machine encrypted only. Throws 503 naming an invalid port.
 */
export function readConnection(env: EnvLookup, host: string): SmtpConnection {
  const isHere = isLoopback(host);
  const port = Number(readSetting(env, 'SMTP_PORT') ?? (isHere ? 587 : 465));
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw missingSettings(['SMTP_PORT']);
  const user = readSetting(env, 'SMTP_USER');
  const pass = readSetting(env, 'SMTP_PASSWORD');
  const auth = user && pass ? { user, pass } : undefined;
  return {
    host,
    port,
    secure: port === 465,
    requireTLS: Boolean(auth) && !isHere,
    ...(auth && { auth }),
  };
}

/**
 * Creates a transport to any SMTP server (see readConnection). SMTP has no idempotency: once the server has asked for
 * the message (DATA), only its answer tells whether it accepted it, and a lost answer is `unknown`.
 */
export function createSmtpTransport(
  { env, net }: Pick<Dependencies, 'env' | 'net'>,
  host: string,
): Transport {
  const connection = readConnection(env, host);
  return {
    name: 'smtp',
    sameKeyIsSafe: false,
    pace: 0,
    workers: 1,
    // SMTP has no tags.
    send: async ({ key, to, replyTo, tags: _, attachments, ...message }) => {
      const progress = { isDataAccepted: false };
      const address = await reachableAddress(net, host, connection.port).catch((error: Error) => error);
      if (address instanceof Error) return outcomeOf(address, false);
      const transport = createTransport({
        ...connection,
        host: address,
        ...(isIP(host) ? {} : { tls: { servername: host } }),
        name: 'territoire-360',
        connectionTimeout: 5_000,
        greetingTimeout: 5_000,
        socketTimeout: 10_000,
        dnsTimeout: 5_000,
        // Content of a message must not make the server read a file or an address.
        disableFileAccess: true,
        disableUrlAccess: true,
        transactionLog: true,
        logger: watchTransaction(progress),
      });
      const sending = transport.sendMail({
        ...message,
        // Separated from its name, an address is not parsed again: one that looks like a display name stays an address.
        to: to.map(bareAddress),
        ...(replyTo ? { replyTo: bareAddress(replyTo) } : {}),
        ...(attachments && {
          attachments: attachments.map(({ content, ...file }) => ({
            ...file,
            content: Buffer.from(content),
          })),
        }),
        messageId: messageId(key, message.from.address),
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      } as Parameters<typeof transport.sendMail>[0]);
      return sending.then(
        ({ response }): Outcome => ({ kind: 'accepted', providerId: response.slice(0, 200) }),
        (error: unknown) => {
          forgetAddress(host, connection.port);
          return outcomeOf(error, progress.isDataAccepted);
        },
      );
    },
  };
}

const bareAddress = (address: string) => ({ name: '', address });
const NO_ENCRYPTION = withDetails(
  'Serveur de courriel sans chiffrement\u00a0: ni le mot de passe ni le message n’a été transmis.',
  'STARTTLS est absent; réglez SMTP_PORT à 465 ou choisissez un autre serveur.',
);

type SmtpProgress = { isDataAccepted: boolean };

/** Notes the moment when the server answers 354: from then on the message may arrive. */
function watchTransaction(progress: SmtpProgress) {
  const silent = () => undefined;
  const debug = (entry: { tnx?: string }, text: unknown) => {
    if (entry.tnx === 'server' && String(text).startsWith('354')) progress.isDataAccepted = true;
  };
  return {
    trace: silent,
    debug,
    info: silent,
    warn: silent,
    error: silent,
    fatal: silent,
    level: silent,
  };
}

function outcomeOf(error: unknown, isDataAccepted: boolean): Outcome {
  const { code, responseCode, response } = error as {
    code?: string;
    responseCode?: number;
    response?: string;
  };
  const reason = reasonOf(code, response);
  if (code === 'ETLS' && responseCode && responseCode >= 500) return { kind: 'pause', reason: NO_ENCRYPTION };
  if (code === 'EAUTH' || code === 'ENOAUTH') return { kind: 'pause', reason };
  // The server has answered: 4xx means later, 5xx never.
  if (responseCode && responseCode >= 500 && isOfThisMessage(code)) return { kind: 'rejected', reason };
  if (responseCode && isOfThisMessage(code)) return { kind: 'retry', reason, mayHaveArrived: false };
  if (responseCode) return { kind: 'retry', reason, mayHaveArrived: false, isOutage: true };
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return { kind: 'rejected', reason };
  return isDataAccepted
    ? { kind: 'unknown', reason }
    : { kind: 'retry', reason, mayHaveArrived: false, isOutage: true };
}

/** Explains a failure: the server's own answer as it is, or a French text for the library's error code. */
function reasonOf(code: string | undefined, response: string | undefined): string {
  const answer = response
    ?.replace(/[\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 300);
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    const quoted = answer ? ` Il a répondu\u00a0: «\u00a0${answer}\u00a0».` : '';
    return `Le serveur de courriel refuse le nom d’utilisateur ou le mot de passe.${quoted}`;
  }
  if (answer) return `Le serveur de courriel a répondu\u00a0: «\u00a0${answer}\u00a0».`;
  return libraryCodes[code ?? ''] ?? 'La connexion au serveur de courriel s’est coupée.';
}

const libraryCodes: Record<string, string> = {
  EDNS: 'Le nom du serveur de courriel est introuvable.',
  ENOTFOUND: 'Le nom du serveur de courriel est introuvable.',
  EAI_AGAIN: 'Le nom du serveur de courriel est introuvable.',
  ECONNREFUSED: 'Le serveur de courriel est injoignable.',
  EHOSTUNREACH: 'Le serveur de courriel est injoignable.',
  ENETUNREACH: 'Le serveur de courriel est injoignable.',
  ECONNECTION: 'Le serveur de courriel est injoignable.',
  ESOCKET: 'Le serveur de courriel est injoignable.',
  ETIMEDOUT: 'Le serveur de courriel n’a pas répondu à temps.',
  ETLS: 'Le chiffrement de la connexion au serveur de courriel a échoué.',
  EENVELOPE: 'L’adresse de l’expéditeur ou du destinataire est refusée.',
  EMESSAGE: 'Le message est refusé tel qu’il est écrit.',
};

/**
 * Tells a fault of this message from a refusal of the greeting or the encryption, which is the server's own trouble.
 */
const isOfThisMessage = (code: string | undefined) => code === 'EENVELOPE' || code === 'EMESSAGE';
