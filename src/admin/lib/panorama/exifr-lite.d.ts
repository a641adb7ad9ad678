// The build that reads JPEG alone, with the types of the whole library.
declare module 'exifr/dist/lite.esm.mjs' {
  export { parse } from 'exifr';
}
