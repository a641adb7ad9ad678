import { describe, expect, it } from 'vitest';
import { checkTourFile, LARGEST_FILE } from './file-upload';

const file = (...bytes: (number | string)[]) =>
  new Blob(bytes.map((part) => (typeof part === 'string' ? part : new Uint8Array([part]))));

describe('checkTourFile', () => {
  it('takes a sound by its labels or its first frame, and a document by its first bytes', async () => {
    await checkTourFile(file('ID3', 4, 0), 'sound');
    await checkTourFile(file(0xff, 0xfb, 0x90, 0), 'sound');
    await checkTourFile(file('%PDF-1.7'), 'document');
  });

  it('refuses what only its name makes a sound or a document', async () => {
    const notMp3 = /n’est pas un MP3/;
    // These are a WAV, an AAC stream, a JPEG, and an MPEG layer II frame.
    for (const other of [
      file('RIFF....WAVE'),
      file(0xff, 0xf1, 0x50, 0),
      file(0xff, 0xd8, 0xff, 0xe0),
      file(0xff, 0xfd, 0x90, 0),
    ])
      await expect(checkTourFile(other, 'sound')).rejects.toThrow(notMp3);
    await expect(checkTourFile(file('<html>%PDF-'), 'document')).rejects.toThrow(/n’est pas un PDF/);
    await expect(checkTourFile(file(), 'document')).rejects.toThrow(/vide/);
  });

  it('refuses what the bucket would', async () => {
    const heavy = new Blob(['ID3', new Uint8Array(LARGEST_FILE - 2)]);
    await expect(checkTourFile(heavy, 'sound')).rejects.toThrow('plus de 20\u00a0Mo');
  });
});
