import { createSeededRandom } from '../database/fixtures/seeded-random';

const spaces = [' ', '\u00a0', '\u2007', '\u202f', '\u3000', '\u1680', '\u2003', '\t', '\u0085', '\ufeff'];
const invisible = ['\u00ad', '\u200b', '\u200d', '\u202e', '\u2066', '\u2060', '\u180e', '\u0000', '\u007f'];
const addressSigns = [...'"\'(),:;<>@[]\\!#$%&*+/=?^_`{|}~-.'];
const lineBreaks = ['\r\nBcc: ', '\n', '\r', '\u2028', '%0d%0a', '\r\n '];
const addressWords = [
  'proie',
  'jean',
  'Gagnez',
  'evil.example',
  'a',
  '1000$',
  'hélène',
  '=?utf-8?q?x?=',
  '"roy"',
  '(note)',
];
const domains = [
  'y.example',
  'ville.qc.ca',
  'québec.ca',
  'ｓorti.example',
  'xn--qubec-csa.ca',
  '[127.0.0.1]',
  'y',
  'y.c',
];

/**
 * Makes strings that a mail program may parse as another address than the check does; the same seed gives the same
 * strings.
 */
export function hostileAddresses(count: number, seed = 20_261_122): string[] {
  const random = createSeededRandom(seed);
  const filling = () =>
    random.weighted([
      [3, () => random.pick(spaces)],
      [3, () => random.pick(invisible)],
      [4, () => random.pick(addressSigns)],
      [2, () => random.pick(lineBreaks)],
      [2, () => random.pick(['<', ' <', '",', ', ', '; ']) + random.pick(addressWords)],
      [1, () => String.fromCodePoint(0x80 + Math.floor(random.next() * 0x2f80))],
    ])();
  const disturbed = (text: string, most: number) => {
    const characters = [...text];
    for (let times = Math.floor(random.next() * (most + 1)); times > 0; times--) {
      characters.splice(Math.floor(random.next() * (characters.length + 1)), 0, filling());
    }
    return characters.join('');
  };
  return Array.from({ length: count }, () => {
    const before = random.chance(0.3) ? `${random.pick(addressWords)}${filling()}` : '';
    const address = `${before}${random.pick(addressWords)}@${random.pick(domains)}`;
    // Some have plain characters only, because those pass the check.
    return random.chance(0.3)
      ? address.replace('@', `${random.pick(addressSigns)}x@`)
      : disturbed(address, 2);
  });
}
