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

/**
 * Opens a socket, not encrypted yet, to the first address of a mail host that answers: a TLS socket of Deno 2.1, which
 * hosted functions run on, waits for ever when the first address of a name refuses. A name of this machine leads to
 * this machine only, since a password goes there in clear. Rejects with the error of the last address.
 */
export async function connectToHost(
  { resolve, connect }: Network,
  host: string,
  port: number,
): Promise<Socket> {
  const name = host.replace(/^\[|\]$/g, '');
  const found = isIP(name) ? [name] : await resolve(name);
  const allowed = isLoopback(name) ? found.filter(isLoopback) : found;
  if (allowed.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
  const attempts: Promise<Socket>[] = [];
  for (const address of allowed.slice(0, MOST_ADDRESSES)) {
    attempts.push(connect({ address, port }));
    const isOpen = await Promise.race([
      Promise.any(attempts).then(
        () => true,
        () => false,
      ),
      new Promise<false>((later) => setTimeout(later, HEAD_START_MS, false)),
    ]);
    if (isOpen) break;
  }
  try {
    const first = await Promise.any(attempts);
    for (const attempt of attempts)
      attempt.then(
        (socket) => socket !== first && socket.destroy(),
        () => undefined,
      );
    return first;
  } catch (error) {
    throw (error as AggregateError).errors.at(-1);
  }
}
