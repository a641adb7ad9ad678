import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { connectToHost, type Destination } from './network.ts';

/** Sockets to addresses that accept, refuse or say nothing, by their first letter. */
function prepare(addresses: string[]) {
  const asked: string[] = [];
  const destroyed: string[] = [];
  const answers: (() => void)[] = [];
  const network = {
    resolve: async () => addresses,
    connect: ({ address }: Destination) => {
      asked.push(address);
      const socket = { address, destroy: () => destroyed.push(address) } as unknown as Socket;
      if (address.startsWith('a')) return Promise.resolve(socket);
      if (address.startsWith('r')) return Promise.reject(new Error(`${address} refuses`));
      return new Promise<Socket>((resolve) => answers.push(() => resolve(socket)));
    },
  };
  return { asked, destroyed, answerAll: () => answers.map((answer) => answer()), network };
}

test('the addresses of a host are tried in turn, and none after the first that answers', async () => {
  const { asked, network } = prepare(['refuses', 'accepts', 'accepts too']);
  expect(await connectToHost(network, 'courriel.test', 25)).toMatchObject({ address: 'accepts' });
  expect(asked).toEqual(['refuses', 'accepts']);
});

test('an address that says nothing does not hold the next one back; its socket is closed when it comes', async () => {
  const { asked, destroyed, answerAll, network } = prepare(['silent', 'accepts']);
  expect(await connectToHost(network, 'courriel.test', 25)).toMatchObject({ address: 'accepts' });
  expect([asked, destroyed]).toEqual([['silent', 'accepts'], []]);
  answerAll();
  await Promise.resolve();
  expect(destroyed).toEqual(['silent']);
});

test('a host that nobody answers at fails as its last address did; one without an address is not found', async () => {
  const { network } = prepare(['refuses', 'refuses too']);
  await expect(connectToHost(network, 'courriel.test', 25)).rejects.toThrow('refuses too refuses');
  await expect(connectToHost(prepare([]).network, 'courriel.test', 25)).rejects.toMatchObject({
    code: 'ENOTFOUND',
  });
});

test('a name of this machine leads to this machine only, and an address is not looked up', async () => {
  const { asked, network } = prepare(['203.0.113.9']);
  await expect(connectToHost(network, 'localhost', 25)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(asked).toEqual([]);
  void connectToHost(network, '[::1]', 25);
  expect(asked).toEqual(['::1']);
});
