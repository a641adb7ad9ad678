import { expect, it } from 'vitest';
import { isLitter } from './litter';

it.each([
  '@eaDir/R0010001.JPG/SYNOFILE_THUMB_M.jpg',
  'avant/@eaDir/R0010001.JPG/SYNOFILE_THUMB_M.jpg',
  '.@__thumb/s800R0010001.JPG',
  '._R0010001.JPG',
  'avant/._R0010001.JPG',
  '.DS_Store',
  'Thumbs.db',
  'thumbs.db',
  'ehthumbs.db',
  'ehthumbs_vista.db',
  'desktop.ini',
  '.picasa.ini',
  'Picasa.ini',
  '.picasaoriginals/R1.JPG',
  'Icon\r',
  'Icon',
  '.nomedia',
  'R0010001.xmp',
  'R0010001.JPG.xmp',
  '.Trashes/501/R1.JPG',
  '.Trash-1000/files/R1.JPG',
  '$RECYCLE.BIN/S-1-5/$R1.JPG',
  'System Volume Information/IndexerVolumeGuid',
  '__MACOSX/avant/._R1.JPG',
  '.thumbnails/R1.jpg',
  '.trashed-1764000000-R1.jpg',
  '#recycle/R1.JPG',
])('%s is no part of a folder', (path) => expect(isLitter(path)).toBe(true));

it.each([
  'R0010001.JPG',
  'avant/R0010001.JPG',
  'Icones/R1.JPG',
  'Thumbs/R1.JPG',
  'recycler-la-rue/R1.JPG',
  'eaDir/R1.JPG',
  'trace.gpx',
  'iconographie.jpg',
  'notes.txt',
])('%s is', (path) => expect(isLitter(path)).toBe(false));
