import { describe, expect, it } from 'vitest';
import type { Place } from '@/admin/municipalities/data/place-search';
import { proposalsOf } from './tour-proposals';

const filesNamed = (...names: string[]) => names.map((name) => ({ name }));
const titleOf = (...names: string[]) => proposalsOf(filesNamed(...names)).title;
const town = (name: string): Place => ({
  ...{ code: name, name, region: 'Bas-Saint-Laurent', designation: 'V', mrc_name: null, population: 1 },
  ...{ latitude: 48, longitude: -68, approximate: false, search_key: null },
});

describe('the title', () => {
  it.each([
    [['Vieux port 1', 'Vieux port 2', 'Vieux port 10'], 'Vieux port'],
    [['Parc du Ruisseau entree', 'Parc du Ruisseau pavillon'], 'Parc du Ruisseau'],
    [['Quai 01 pano', 'Quai 02 pano'], 'Quai'],
    [['IMG 0001 belvedere', 'IMG 0001 belvedere 2'], 'Belvedere'],
    [['Chute Montmorency'], 'Chute Montmorency'],
  ])('is what the names of the files begin with: %j', (names, title) => {
    expect(titleOf(...names)).toBe(title);
  });

  it.each([
    [['Vieux 1', 'Fleuve 1']],
    [['R0010001', 'R0010002']],
    [['IMG 20261028 101500', 'IMG 20261028 101700']],
    [['Pano 1', 'Pano 2']],
    [['360 export 1', '360 export 2']],
    [['A 1', 'A 2']],
    [['Panorama']],
  ])('is nothing of a machine’s names: %j', (names) => {
    expect(titleOf(...names)).toBeUndefined();
  });

  it('is the folder’s where the names say nothing, and the municipality’s where both do not', () => {
    const files = filesNamed('R0010001', 'R0010002');
    const inFolder = (folder: string) => files.map((file) => ({ ...file, folder, place: town('Rimouski') }));
    expect(proposalsOf(inFolder('quai-de-rimouski')).title).toBe('Quai de rimouski');
    expect(proposalsOf(inFolder('DCIM')).title).toBe('Visite à 360° de Rimouski');
    expect(proposalsOf([{ name: 'R1', place: town('Les Méchins') }]).title).toBe('Visite à 360° des Méchins');
    expect(proposalsOf([{ name: 'R1', place: town('Le Bic') }]).title).toBe('Visite à 360° du Bic');
    expect(proposalsOf([{ name: 'R1', place: town('Amqui') }]).title).toBe('Visite à 360° d’Amqui');
  });

  it('is no longer than the form takes', () => {
    expect(titleOf('Quai '.repeat(80))?.length).toBeLessThanOrEqual(200);
  });
});

it('proposes the place and the day of most panoramas, and their number', () => {
  const [rimouski, amqui] = [town('Rimouski'), town('Amqui')];
  const panoramas = [
    { name: 'a', place: amqui, day: '2026-05-03' },
    { name: 'b', place: rimouski, day: '2026-05-02' },
    { name: 'c', place: rimouski, day: '2026-05-02' },
    { name: 'd' },
  ];
  expect(proposalsOf(panoramas)).toMatchObject({
    location: 'Rimouski, Bas-Saint-Laurent',
    captured_on: '2026-05-02',
    panorama_count: '4',
  });
  expect(proposalsOf([])).toEqual({});
});
