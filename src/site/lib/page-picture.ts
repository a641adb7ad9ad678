/** The picture of shared links to a page whose address is fixed; the build draws it (src/site/prerendered-pages.ts). */
export const pagePicture = (path: string): string =>
  `/images/share/pages${path === '/' ? '/accueil' : path}.jpg`;
