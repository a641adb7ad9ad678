export type DecodedText = { text: string; encoding: 'UTF-8' | 'Windows-1252' | 'UTF-16' };

/**
 * Decodes a file saved by a spreadsheet: UTF-8 when it is valid, UTF-16 with a byte order mark (Excel, « Texte
 * Unicode »), else Windows-1252 (Excel, « CSV »), in which every byte is valid.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) {
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}
