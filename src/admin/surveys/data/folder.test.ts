import { proofSize } from '@tests/proof-size';
import { randomOf } from '@tests/random-of';
import { expect, it } from 'vitest';
import { filesAsFolder } from './folder';

/** A file from a folder input, with the properties that the code reads. */
const fileAt = (path: string) => ({ name: path, webkitRelativePath: `journée/${path}` }) as File;
const leftBehind = [
  ...['.DS_Store', 'Thumbs.db', '.picasa.ini', 'Icon\r', '.nomedia', 'desktop.ini', 'ehthumbs.db'],
  ...['@eaDir/R1.JPG/SYNOFILE_THUMB_M.jpg', '.@__thumb/R1.JPG', '._R1.JPG', '.Trashes/501/R1.JPG'],
  ...['$RECYCLE.BIN/S-1/R1.JPG', '__MACOSX/._R1.JPG', 'R1.JPG.xmp', '.thumbnails/R1.jpg', '#recycle/R1.JPG'],
];

it('takes each picture and each track of a folder, in the order in which a camera counts, and nothing of the system', () => {
  const random = randomOf(5);
  const oneOf = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  for (let run = proofSize(100, 10_000); run > 0; run--) {
    const folders = ['', '100BOREA/', '101BOREA/', 'rue des Érables/côté sud/'];
    const own = new Set<string>();
    const size = Math.floor(random() * 12);
    while (own.size < size)
      own.add(
        `${oneOf(folders)}R${Math.floor(random() * 1e5)}${oneOf(['.JPG', '.jpeg', '.HEIC', '.avif', '.gpx', '.GPX', '.txt'])}`,
      );
    const litter = Array.from({ length: Math.floor(random() * 6) }, () => oneOf(folders) + oneOf(leftBehind));
    const all = [...own, ...litter].sort(() => random() - 0.5);
    const { name, pictures, tracks, others } = filesAsFolder(all.map(fileAt));
    const written = (end: RegExp) => [...own].filter((path) => end.test(path)).sort();
    const read = (files: { path: string }[]) => files.map(({ path }) => path).sort();
    expect({ run, pictures: read(pictures), tracks: read(tracks), others }).toEqual({
      run,
      pictures: written(/\.(jpe?g|heic|avif)$/i),
      tracks: written(/\.gpx$/i),
      others: written(/\.txt$/).length,
    });
    if (all.length > 0) expect(name).toBe('journée');
  }
  const counted = filesAsFolder(['R10.JPG', 'R9.JPG', 'R100.JPG'].map(fileAt)).pictures;
  expect(counted.map(({ path }) => path)).toEqual(['R9.JPG', 'R10.JPG', 'R100.JPG']);
});

it('keeps apart the pictures of two folders that have the same names', () => {
  const { pictures } = filesAsFolder(['100BOREA/R1.JPG', '101BOREA/R1.JPG'].map(fileAt));
  expect(pictures.map(({ path }) => path)).toEqual(['100BOREA/R1.JPG', '101BOREA/R1.JPG']);
});
