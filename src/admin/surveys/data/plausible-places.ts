import { distance, type Position } from '@/shared/survey/track';

/** Québec and its near borders: a place out of it lost its sign, its order or its satellites. */
const QUEBEC_BOX = { south: 44, north: 63.5, west: -81, east: -55 };

/** Largest distance of a survey from its track, and from the middle of its town, in metres: the largest towns are as wide. */
const AROUND_TRACK = 20_000;
const AROUND_TOWN = 100_000;

type Box = typeof QUEBEC_BOX;

const isWithin = ({ south, north, west, east }: Box, { lat, lon }: Position) =>
  lat >= south && lat <= north && lon >= west && lon <= east;

/** Tells whether a place is in Québec or near its borders. */
export const isInQuebec = (place: Position): boolean => isWithin(QUEBEC_BOX, place);

/**
 * Makes the rule by which a place is of a survey: near the places that are known of it, else near its town, else in Québec.
 *
 * @param known its track, or the places of its pictures
 */
export function surveyArea(
  known: readonly Position[],
  town: Position | undefined,
): (place: Position) => boolean {
  const box = boxOf(known);
  if (box) {
    const north = AROUND_TRACK / 111_195;
    const east = north / Math.cos((box.north * Math.PI) / 180);
    return (place) =>
      isWithin(
        {
          south: box.south - north,
          north: box.north + north,
          west: box.west - east,
          east: box.east + east,
        },
        place,
      );
  }
  return town ? (place) => isInQuebec(place) && distance(town, place) <= AROUND_TOWN : isInQuebec;
}

function boxOf(places: readonly Position[]): Box | undefined {
  const [first] = places;
  if (!first) return undefined;
  const box = { south: first.lat, north: first.lat, west: first.lon, east: first.lon };
  for (const { lat, lon } of places) {
    box.south = Math.min(box.south, lat);
    box.north = Math.max(box.north, lat);
    box.west = Math.min(box.west, lon);
    box.east = Math.max(box.east, lon);
  }
  return box;
}

/** Number of pictures in a row with the very same digits that a receiver in motion does not write. */
const FROZEN_PICTURES = 3;

type LocatedPicture = { cameraTime: number | null; cameraPosition: Position | null };

/**
 * Removes camera positions that are implausible: far from the survey, or repeated because the receiver was frozen (the
 * first of those may be true, unless the camera never wrote another one).
 */
export function withPlausiblePlaces<Picture extends LocatedPicture>(
  pictures: readonly Picture[],
  isOfSurvey: (place: Position) => boolean,
): { pictures: Picture[]; far: number; frozen: number } {
  const frozen = frozenPictures(pictures);
  let far = 0;
  const checked = pictures.map((picture) => {
    if (!picture.cameraPosition) return picture;
    const isFar = !isOfSurvey(picture.cameraPosition);
    if (isFar) far++;
    return isFar || frozen.has(picture) ? { ...picture, cameraPosition: null } : picture;
  });
  return { pictures: checked, far, frozen: frozen.size };
}

function frozenPictures<Picture extends LocatedPicture>(pictures: readonly Picture[]): Set<Picture> {
  const located = pictures
    .filter(({ cameraPosition }) => cameraPosition)
    .sort((a, b) => (a.cameraTime ?? 0) - (b.cameraTime ?? 0));
  const keyOf = ({ cameraPosition }: Picture) => `${cameraPosition?.lat} ${cameraPosition?.lon}`;
  const isAlwaysOne = new Set(located.map(keyOf)).size === 1;
  const frozen = new Set<Picture>();
  for (let first = 0; first < located.length; ) {
    let next = first + 1;
    const key = keyOf(located[first] as Picture);
    while (located[next] && keyOf(located[next] as Picture) === key) next++;
    if (next - first >= FROZEN_PICTURES) {
      for (const picture of located.slice(isAlwaysOne ? first : first + 1, next)) frozen.add(picture);
    }
    first = next;
  }
  return frozen;
}
