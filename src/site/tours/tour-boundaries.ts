/**
 * The boundary that a place lies in, among those of the map: its own, or, of a city that belongs to no MRC, the first of
 * those that begin with its two digits (« 94 » is Saguenay, 941, and not Le Fjord-du-Saguenay, 942).
 */
export function boundaryOf(mrc: string, codes: readonly string[]): string | undefined {
  if (mrc.length > 2) return codes.find((code) => code === mrc);
  return codes.filter((code) => code.startsWith(mrc)).sort()[0];
}
