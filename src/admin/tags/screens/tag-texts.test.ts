import { describe, expect, it } from 'vitest';
import { carriersText, lossText } from './usage-text';

const N = '\u00a0';

describe('carriersText', () => {
  it.each([
    [0, 0, 'Port', `Aucune visite ni aucun déplacement ne porte le tag «${N}Fjord${N}».`],
    [1, 0, 'Port', `1${N}visite portera le tag «${N}Port${N}» à la place.`],
    [2, 1, 'Port', `2${N}visites et 1${N}déplacement porteront le tag «${N}Port${N}» à la place.`],
    [0, 3, undefined, `3${N}déplacements porteront le tag choisi à la place.`],
  ])('%i tours and %i trips, into %s', (tours, trips, kept, text) => {
    expect(carriersText({ name: 'Fjord', tours, trips }, kept)).toBe(text);
  });
});

describe('lossText', () => {
  it.each([
    [0, 0, `Aucune visite ni aucun déplacement ne porte le tag «${N}Fjord${N}».`],
    [1, 0, `1${N}visite perdra le tag «${N}Fjord${N}».`],
    [0, 1, `1${N}déplacement perdra le tag «${N}Fjord${N}».`],
    [1, 1, `1${N}visite et 1${N}déplacement perdront le tag «${N}Fjord${N}».`],
    [12, 0, `12${N}visites perdront le tag «${N}Fjord${N}».`],
  ])('%i tours and %i trips', (tours, trips, text) => {
    expect(lossText('Fjord', { tours, trips })).toBe(text);
  });
});
