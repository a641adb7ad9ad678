import { lookup } from 'node:dns/promises';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface Destination {
  /** An IP address, never a name: what was checked is what is reached. */
  address: string;
  port: number;
  /** The name the certificate must bear; absent for http. */
  tlsName?: string | undefined;
}

/** Names and sockets, apart from `fetch`, which looks a name up by itself after any check of ours. */
export interface Network {
  /** Every address of a name, as the system knows it. Rejects when there is none. */
  resolve: (hostname: string) => Promise<string[]>;
  /** A socket that is connected, and whose certificate is verified. */
  connect: (destination: Destination) => Promise<Socket>;
}

const CONNECT_MS = 8_000;

/** Deno and Node alike. */
export const systemNetwork: Network = {
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  connect: ({ address, port, tlsName }) =>
    new Promise((resolve, reject) => {
      const socket = tlsName
        ? connectTls({ host: address, port, servername: tlsName, ALPNProtocols: ['http/1.1'] })
        : connectTcp({ host: address, port });
      const timer = setTimeout(() => socket.destroy(new Error('connection timed out')), CONNECT_MS);
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
