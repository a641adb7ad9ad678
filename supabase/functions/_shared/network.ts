import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isLoopback } from './loopback.ts';

export interface Destination {
  /** IP address, never a name: the checked address is the one that is connected to. */
  address: string;
  port: number;
  /** The name the certificate must bear; absent for http. */
  tlsName?: string | undefined;
}

/** Name resolution and sockets, apart from `fetch`, which resolves a name itself after any check of ours. */
export interface Network {
  /** Resolves every address of a name, as the system knows it. Rejects when there is none. */
  resolve: (hostname: string) => Promise<string[]>;
  /** Opens a connected socket whose certificate is verified. */
  connect: (destination: Destination) => Promise<Socket>;
}

const CONNECT_MS = 8_000;
/** Time that an address has before the next one is tried beside it (RFC 8305). */
const HEAD_START_MS = 300;
/** Number of addresses of a host that are tried. */
const MOST_ADDRESSES = 8;

/** Works on Deno and Node alike. */
export const systemNetwork: Network = {
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  connect: ({ address, port, tlsName }) =>
    new Promise((resolve, reject) => {
      const socket = tlsName
        ? connectTls({ host: address, port, servername: tlsName, ALPNProtocols: ['http/1.1'] })
        : connectTcp({ host: address, port });
      const timer = setTimeout(() => socket.destroy(timedOut()), CONNECT_MS);
      socket.once('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      socket.once(tlsName ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer);
        resolve(socket);
      });
    }),
};

const timedOut = () => Object.assign(new Error('connection timed out'), { code: 'ETIMEDOUT' });

/** Address at which each mail host answered last, by name and port: one question an isolate is enough. */
const answeredAddresses = new Map<string, string>();

/**
 * Finds the first address of a mail host that answers, for the caller to connect to: the TLS sockets of Deno 2.1, which
 * hosted functions run on, wait for ever when the first address of a name refuses, and cannot begin over an open socket.
 * The name still has to be in the certificate. A name of this machine leads to this machine only, since a password goes
 * there in clear. Rejects with the error of the last address.
 */
export async function reachableAddress(
  { resolve, connect }: Network,
  host: string,
  port: number,
): Promise<string> {
  const name = host.replace(/^\[|\]$/g, '');
  const found = isIP(name) ? [name] : await resolve(name);
  const allowed = isLoopback(name) ? found.filter(isLoopback) : found;
  const [only, next] = allowed;
  if (!only) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
  const last = answeredAddresses.get(`${name}:${port}`);
  // A connection tells by itself whether a single address answers.
  if (!next) return only;
  if (last && allowed.includes(last)) return last;
  const attempts: Promise<{ address: string; socket: Socket }>[] = [];
  for (const address of allowed.slice(0, MOST_ADDRESSES)) {
    attempts.push(connect({ address, port }).then((socket) => ({ address, socket })));
    const isOpen = await Promise.race([
      Promise.any(attempts).then(
        () => true,
        () => false,
      ),
      new Promise<false>((later) => setTimeout(later, HEAD_START_MS, false)),
    ]);
    if (isOpen) break;
  }
  for (const attempt of attempts)
    attempt.then(
      ({ socket }) => socket.destroy(),
      () => undefined,
    );
  try {
    const { address } = await Promise.any(attempts);
    answeredAddresses.set(`${name}:${port}`, address);
    return address;
  } catch (error) {
    throw (error as AggregateError).errors.at(-1);
  }
}

/** Forgets where a mail host answered, after it failed there: the next connection looks again. */
export const forgetAddress = (host: string, port: number) =>
  answeredAddresses.delete(`${host.replace(/^\[|\]$/g, '')}:${port}`);
