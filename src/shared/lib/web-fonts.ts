/** The two faces that `shared/styles.css` declares, each in a weight of its own, and the property that brings it into use. */
const faces = [
  { property: '--title-face', family: '"Bricolage Grotesque Variable"', weight: 500 },
  { property: '--text-face', family: '"Figtree Variable"', weight: 400 },
];

let loading: Promise<void> | undefined;
let here = false;

/** Whether they are in use. */
export const facesAreHere = () => here;

/**
 * Brings the faces, the first time it is called, then names them, which no style of the page does before.
 *
 * @returns when they are in use, or could not come: the machine's own stay then
 */
export function loadFaces(): Promise<void> {
  loading ??= (async () => {
    // Test environments have none.
    if (!document.fonts) return;
    try {
      await Promise.all(faces.map(({ family, weight }) => document.fonts.load(`${weight} 1em ${family}`)));
    } catch (error) {
      console.warn('Polices non chargées', error);
      return;
    }
    // Both at once: each has the whole page gone through.
    for (const { property, family } of faces) {
      document.documentElement.style.setProperty(property, `${family}, sans-serif`);
    }
    here = true;
  })();
  return loading;
}
