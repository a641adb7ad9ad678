/** A place in Québec whose name and coordinates are shown above a title. */
export type Place = { name: string; position: string };

export const places = {
  quebec: { name: 'Québec', position: '46°\u00a048′\u00a0N · 71°\u00a013′\u00a0O' },
  chibougamau: { name: 'Chibougamau', position: '49°\u00a055′\u00a0N · 74°\u00a022′\u00a0O' },
  perce: { name: 'Percé', position: '48°\u00a031′\u00a0N · 64°\u00a013′\u00a0O' },
  saintDonat: { name: 'Saint-Donat', position: '46°\u00a019′\u00a0N · 74°\u00a013′\u00a0O' },
} satisfies Record<string, Place>;

/** Writes an angle in whole minutes: « 48° 14′ ». */
function inMinutes(degrees: number): string {
  const minutes = Math.round(Math.abs(degrees) * 60);
  return `${Math.floor(minutes / 60)}°\u00a0${String(minutes % 60).padStart(2, '0')}′`;
}

/** Names a town of Québec with its coordinates; `undefined` when they are not known. */
export function placeOf(town: {
  town: string;
  latitude: number | null;
  longitude: number | null;
}): Place | undefined {
  if (town.latitude === null || town.longitude === null) return undefined;
  const position = `${inMinutes(town.latitude)}\u00a0N · ${inMinutes(town.longitude)}\u00a0O`;
  return { name: town.town, position };
}
