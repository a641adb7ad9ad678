/** The web fonts that `shared/styles.css` declares, and the custom property that puts each into use. */
const fonts = [
  { property: '--title-font', family: '"Bricolage Grotesque Variable"', weight: 500 },
  { property: '--text-font', family: '"Figtree Variable"', weight: 400 },
];

let loading: Promise<void> | undefined;

/** Tells whether the page already uses the web fonts. */
export const areWebFontsUsed = (): boolean =>
  document.documentElement.style.getPropertyValue('--text-font') !== '';

/** Loads the web fonts and puts them into use, once; the fallback fonts stay if they cannot be loaded. */
export function loadWebFonts(): Promise<void> {
  loading ??= (async () => {
    // jsdom has no font loading.
    if (!document.fonts) return;
    try {
      await Promise.all(fonts.map(({ family, weight }) => document.fonts.load(`${weight} 1em ${family}`)));
    } catch (error) {
      console.warn('Polices non chargées', error);
      return;
    }
    // The two fonts are added at once, because each change restyles the whole page.
    for (const { property, family } of fonts) {
      document.documentElement.style.setProperty(property, `${family}, sans-serif`);
    }
  })();
  return loading;
}
