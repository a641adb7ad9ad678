import { lookup } from 'node:dns/promises';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

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

/** Works on Deno and Node alike. */
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
