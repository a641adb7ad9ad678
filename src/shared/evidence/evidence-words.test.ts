import { filesOf, makeDemoAuthority, sealedFolder } from '@tests/sealed-folder';
import { expect, it } from 'vitest';
import { headlineOf, momentText } from './evidence-words';
import { verifyFolder } from './verify-folder';

const pictures = [{ path: 'R0001.JPG', bytes: new Uint8Array(200).fill(3) }];
const headline = async (options: Parameters<typeof makeDemoAuthority>[0]) =>
  headlineOf(await verifyFolder(filesOf(await sealedFolder(pictures, await makeDemoAuthority(options)))));

it('a whole folder says since when, in Québec, and by whom', async () => {
  expect(await headline({ clock: () => new Date('2026-04-21T03:05:07Z') })).toEqual({
    title: 'Dossier intact',
    text: 'L’image de ce dossier est celle qui a été scellée, octet pour octet. Le sceau existait au plus tard le 20\u00a0avril 2026 à 23\u00a0h\u00a005\u00a0min\u00a007\u00a0s\u00a0HAE, selon Autorité de démonstration (sans valeur).',
  });
});

it('a refused stamp says why', async () => {
  const past = { from: new Date('2026-01-01'), until: new Date('2026-02-01') };
  expect((await headline({ period: past })).text).toMatch(/aucun jeton.*expiré, ou pas encore en vigueur\.$/);
});

it('the hour that autumn repeats says which one it is', () => {
  const moments = [
    '2025-11-02T05:59:51Z',
    '2025-11-02T06:00:07Z',
    '2026-03-08T06:59:59Z',
    '2026-03-08T07:00:00Z',
  ];
  expect(moments.map((moment) => momentText(moment).replaceAll('\u00a0', ' '))).toEqual([
    '2 novembre 2025 à 1 h 59 min 51 s HAE',
    '2 novembre 2025 à 1 h 00 min 07 s HNE',
    '8 mars 2026 à 1 h 59 min 59 s HNE',
    '8 mars 2026 à 3 h 00 min 00 s HAE',
  ]);
});

it('a time that is none says so', () => {
  expect(momentText('hier')).toBe('heure inconnue');
});
