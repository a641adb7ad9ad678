/** A position, in degrees. */
type Place = { latitude: number; longitude: number };

const EARTH_RADIUS_KM = 6371.0088;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Computes a great-circle distance (haversine) in kilometres, like private.distance_km in SQL. */
export function distanceKm(from: Place, to: Place): number {
  const half = (angle: number) => Math.sin(angle / 2) ** 2;
  const chord =
    half(radians(to.latitude - from.latitude)) +
    Math.cos(radians(from.latitude)) *
      Math.cos(radians(to.latitude)) *
      half(radians(to.longitude - from.longitude));
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Rounds to one decimal, like the database and the screen. */
export function roundKm(km: number): number {
  return Math.round(km * 10) / 10;
}
