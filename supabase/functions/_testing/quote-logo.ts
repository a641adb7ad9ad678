import { Buffer } from 'node:buffer';

/** A PNG of four opaque pixels, two by two. */
export const aLogo = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGPgi3MHIgYIBQASvgLNyEGdDQAAAABJRU5ErkJggg==',
    'base64',
  ),
);
