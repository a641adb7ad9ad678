const nameOf = (path: string) => (path === '/' ? '/accueil' : path.replace(/\/+$/, ''));

/** The picture of shared links to a page whose address is fixed; the build draws it (src/site/prerendered-pages.ts). */
export const pagePicture = (path: string): string => `/images/share/pages${nameOf(path)}.jpg`;

/** The QR code of a page's address, which the build draws for paper (build/site.ts). */
export const pageQr = (path: string): string => `/images/qr${nameOf(path)}.svg`;
