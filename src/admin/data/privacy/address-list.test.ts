import { expect, it } from 'vitest';
import { readAddresses } from './address-list';

it('reads the addresses of a provider’s export, each once', () => {
  const csv =
    'email;created_at;reason\n"Eve@Exemple.test";2026-11-02;unsubscribed\r\n Adam <adam@exemple.test>\neve@exemple.test\n';
  expect(readAddresses(csv)).toEqual(['eve@exemple.test', 'adam@exemple.test']);
});

it('keeps what is no address but means to be one, so that it can be named', () => {
  expect(readAddresses('mailto:eve@exemple.test, adam@, rien')).toEqual(['eve@exemple.test', 'adam@']);
  expect(readAddresses('')).toEqual([]);
});
