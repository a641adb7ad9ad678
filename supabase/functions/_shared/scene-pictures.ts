import { z } from 'zod';
import type { ContentPart } from './chat-completions.ts';

/** Largest picture of a scene, in characters of base64: 60 kB of JPEG. */
const MAX_LENGTH = 80_000;

/**
 * A small picture of a scene, a JPEG in base64. The browser makes it, and covers the faces and plates that it knows of:
 * the function could only read a file on which they still show.
 */
export const pictureSchema = z
  .string('L’image d’une scène est invalide')
  .max(MAX_LENGTH, 'L’image d’une scène dépasse 60\u00a0ko')
  // The first three bytes of a JPEG, then base64.
  .regex(/^\/9j\/[A-Za-z0-9+/]+={0,2}$/, 'L’image d’une scène n’est pas un JPEG');

/** Makes the part of a message that shows a picture. */
export const picturePart = (picture: string): ContentPart => ({
  type: 'image_url',
  image_url: { url: `data:image/jpeg;base64,${picture}` },
});
