/** Browsers and systems by the word of their user agent, the more particular first: Edge says « Chrome » and « Safari » too. */
const browsers = [
  [/Edg/, 'Edge'],
  [/OPR/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const;
const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux|CrOS/, 'Linux'],
] as const;

/** Names a browser for its person, « Firefox, Windows », from its user agent. */
export function deviceName(userAgent: string | null): string {
  const names = [browsers, systems].flatMap(
    (known) => known.find(([word]) => word.test(userAgent ?? ''))?.[1] ?? [],
  );
  return names.join(', ') || 'Navigateur inconnu';
}
