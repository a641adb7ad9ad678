import type { Socket } from 'node:net';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Destination, forgetAddress, reachableAddress } from './network.ts';

/** Fakes sockets to addresses that accept, refuse or never answer, according to their name. */
function fakeNetwork(addresses: string[]) {
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

beforeEach(() => void forgetAddress('courriel.test', 25));

test('the addresses of a host are tried in turn, and none after the first that answers', async () => {
  const { asked, network } = fakeNetwork(['refuses', 'accepts', 'accepts too']);
  expect(await reachableAddress(network, 'courriel.test', 25)).toBe('accepts');
  expect(asked).toEqual(['refuses', 'accepts']);
  // The address that answered is remembered until a connection to it fails.
  expect(await reachableAddress(network, 'courriel.test', 25)).toBe('accepts');
  expect(asked).toEqual(['refuses', 'accepts']);
  forgetAddress('courriel.test', 25);
  await reachableAddress(network, 'courriel.test', 25);
  expect(asked).toEqual(['refuses', 'accepts', 'refuses', 'accepts']);
});

test('an address that says nothing does not hold the next one back; every socket is closed', async () => {
  const { asked, destroyed, answerAll, network } = fakeNetwork(['silent', 'accepts']);
  expect(await reachableAddress(network, 'courriel.test', 25)).toBe('accepts');
  expect([asked, destroyed]).toEqual([['silent', 'accepts'], ['accepts']]);
  answerAll();
  await vi.waitFor(() => expect(destroyed).toEqual(['accepts', 'silent']));
});

test('a host that nobody answers at fails as its last address did; one without an address is not found', async () => {
  const { network } = fakeNetwork(['refuses', 'refuses too']);
  await expect(reachableAddress(network, 'courriel.test', 25)).rejects.toThrow('refuses too refuses');
  await expect(reachableAddress(fakeNetwork([]).network, 'courriel.test', 25)).rejects.toMatchObject({
    code: 'ENOTFOUND',
  });
});

test('a name of this machine leads to this machine only, and an address is not looked up', async () => {
  const { asked, network } = fakeNetwork(['203.0.113.9']);
  await expect(reachableAddress(network, 'localhost', 25)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(await reachableAddress(network, '[::1]', 25)).toBe('::1');
  expect(asked).toEqual([]);
});
