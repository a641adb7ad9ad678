import bricolageGrotesque from '@/assets/fonts/bricolage-grotesque.woff2';
import figtree from '@/assets/fonts/figtree.woff2';
import { idle } from './when-idle';

/**
 * The two faces, cut down to what French needs (docs/decisions/0016), and the property of `index.css` that brings each
 * into use.
 */
const faces = [
  {
    property: '--title-face',
    family: 'Bricolage Grotesque Variable',
    url: bricolageGrotesque,
    weight: '500 700',
  },
  { property: '--text-face', family: 'Figtree Variable', url: figtree, weight: '400 700' },
];

const source = (url: string) => `url(${url}) format("woff2-variations")`;

const listOf = (family: string) => `"${family}", sans-serif`;

/** The same as a style sheet, for a page whose scripts do not run. */
export const faceRules = faces
  .map(
    ({ property, family, url, weight }) =>
      `@font-face{font-family:"${family}";src:${source(url)};font-weight:${weight};font-display:swap}:root{${property}:${listOf(family)}}`,
  )
  .join('');

let loading: Promise<void> | undefined;

/**
 * Brings the faces, the first time it is called. From here and not from the style sheet: a rule for a face has the
 * whole page laid out when it is read, and once more when the face has come.
 *
 * @returns when they are in use, or could not come: the machine's own stay then
 */
export function loadFaces(): Promise<void> {
  loading ??= (async () => {
    if (typeof FontFace === 'undefined') return;
    const made = faces.map(({ family, url, weight }) => new FontFace(family, source(url), { weight }));
    try {
      for (const face of await Promise.all(made.map((face) => face.load()))) document.fonts.add(face);
      for (const { property, family } of faces) {
        document.documentElement.style.setProperty(property, listOf(family));
        // Each has the page laid out anew, in a frame of its own: together they keep a phone for too long.
        await idle();
      }
    } catch (error) {
      console.warn('Polices non chargées', error);
    }
  })();
  return loading;
}
