import { expect, it } from 'vitest';
import { internationalPhone, parsePostalAddress } from './postal-address';

it.each([
  [
    '100, rue du Quai, Québec (Québec)  G1K 0A1',
    { street: '100, rue du Quai', city: 'Québec', region: 'Québec', postalCode: 'G1K 0A1' },
  ],
  [
    'C. P. 12, Métis-sur-Mer (QC) g0j1s0',
    { street: 'C. P. 12', city: 'Métis-sur-Mer', region: 'QC', postalCode: 'G0J 1S0' },
  ],
  ['Québec, Canada', { street: 'Québec, Canada', city: undefined, region: undefined, postalCode: undefined }],
])('reads the parts of « %s »', (text, parts) => expect(parsePostalAddress(text)).toEqual(parts));

it.each([
  ['418 555-0136', '+14185550136'],
  ['1 (418) 555-0136, poste 4', '+14185550136'],
  ['+33 1 23 45 67 89', '+33123456789'],
  ['555-0136', undefined],
])('dials « %s » from anywhere as %s', (text, number) => expect(internationalPhone(text)).toBe(number));
