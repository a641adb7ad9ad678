/** The encodings of the texts that programs of people write. */
export const encodings = {
  'UTF-8': 'utf-8',
  'UTF-16LE': 'utf-16le',
  'UTF-16BE': 'utf-16be',
  'Windows-1252': 'windows-1252',
  'Mac Roman': 'macintosh',
} as const;
export type Encoding = keyof typeof encodings;

export type DecodedText = {
  text: string;
  encoding: Encoding;
  /**
   * The words as each encoding reads them, the likeliest first; present when the bytes may be read in two ways.
   */
  doubt?: { encoding: Encoding; sample: string }[];
};

/** Number of bytes that are looked at to recognise an encoding without a mark. */
const SAMPLED_BYTES = 200_000;

/** The letters and signs beyond ASCII of French and English texts. */
const USUAL_CHARACTERS =
  /[àâäçéèêëîïôöùûüÿœæÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸŒÆñÑáíóúãõ«»“”‘’–—…€°·•™®©²³½¼\u00a0\u202f\u2009]/gu;
/** The letters and signs among them that most French words with an accent have. */
const FRENCH_CHARACTERS = /[éèêàçôûîâùëïœÉÈÊÀÇÔ’«»\u00a0]/gu;

/** Difference of two scores past which the better reading is sure. */
const SURE_DIFFERENCE = 3;

const decode = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encodings[encoding]).decode(bytes);

const countMatches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Matches sequences that no text has: an accented capital after a small letter, and signs within or right before a word. */
const ODD_CHARACTERS =
  /(?<=\p{Ll})[ÀÁÂÇÈÉÊËÍÎÏÓÔÙÚÛŒŸ]|[…•°™®©‡†¿¡§¶¢£¥](?=\p{L})|(?<=\p{L})[‘“”„‚‹›](?=\p{L})/gu;

/** Scores a decoding: usual letters raise the score, other and unlikely characters lower it. */
function likelihoodOf(text: string): number {
  const usual = countMatches(text, USUAL_CHARACTERS);
  const others = countMatches(text, /[^\0-\x7f]/gu) - usual;
  return usual + countMatches(text, FRENCH_CHARACTERS) - 3 * (others + countMatches(text, ODD_CHARACTERS));
}

/** Finds the first words that two readings of the same bytes have differently. */
function sampleOf(text: string): string {
  const at = text.search(/[^\0-\x7f]/);
  const from = Math.max(0, text.slice(0, at).search(/[^\r\n;,|\t]{0,25}$/));
  return (/^[^\r\n;,|\t]*/.exec(text.slice(from, at + 25))?.[0] ?? '').trim();
}

/** Recognises the UTF-16 of a text without a mark: every second byte of Latin letters is zero. */
function utf16Of(bytes: Uint8Array): Encoding | undefined {
  const some = bytes.subarray(0, 2_000);
  const zeros = [0, 0];
  some.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const enough = some.length / 5;
  if (odd > enough && even === 0) return 'UTF-16LE';
  return even > enough && odd === 0 ? 'UTF-16BE' : undefined;
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/** Recognises a single-byte encoding by the letters that it yields. */
function oneByteOf(bytes: Uint8Array): Omit<DecodedText, 'text'> {
  const some = bytes.subarray(0, SAMPLED_BYTES);
  const readings = (['Windows-1252', 'Mac Roman'] as const)
    .map((encoding) => ({ encoding, text: decode(some, encoding) }))
    .map((reading) => ({ ...reading, score: likelihoodOf(reading.text) }))
    // When two are equal, the first is the commoner.
    .sort((one, other) => other.score - one.score);
  const [best, second] = readings as [(typeof readings)[number], (typeof readings)[number]];
  const isSure = best.score > 0 && best.score - second.score >= SURE_DIFFERENCE;
  const doubt = readings.map(({ encoding, text }) => ({ encoding, sample: sampleOf(text) }));
  return isSure ? { encoding: best.encoding } : { encoding: best.encoding, doubt };
}

/** Recognises the encoding of a text by its mark, by what is valid, or by its letters. */
function encodingOf(bytes: Uint8Array): Omit<DecodedText, 'text'> {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { encoding: 'UTF-16LE' };
  if (first === 0xfe && second === 0xff) return { encoding: 'UTF-16BE' };
  const utf16 = utf16Of(bytes);
  if (utf16) return { encoding: utf16 };
  return isUtf8(bytes) ? { encoding: 'UTF-8' } : oneByteOf(bytes);
}

/**
 * Decodes a text file of any program: UTF-8 and UTF-16 with or without a mark, else Windows-1252 or Mac Roman, whichever
 * its letters are of; a doubt is told, to be asked about.
 *
 * @param chosen the encoding that a person chose
 */
export function decodeText(bytes: Uint8Array, chosen?: Encoding): DecodedText {
  const found = chosen ? { encoding: chosen } : encodingOf(bytes);
  return { ...found, text: decode(bytes, found.encoding) };
}

/** Reads a text file as decodeText decodes it. */
export const readTextFile = async (file: Blob, chosen?: Encoding): Promise<DecodedText> =>
  decodeText(new Uint8Array(await file.arrayBuffer()), chosen);
