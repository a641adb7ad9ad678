import { counted, formatDecimal } from '@/shared/lib/numbers';
import type { PlacedDrive } from '../data/place-drive';

/** Lists the camera data that could not be used, and the headings that were converted to true north. */
export function CameraDoubts({
  far,
  frozen,
  headings: { turned, declination, unknown },
}: {
  far: number;
  frozen: number;
  headings: PlacedDrive['headings'];
}) {
  const degrees = `${formatDecimal(Math.abs(declination))}\u00a0°`;
  const texts = [
    far > 0 &&
      `${counted(far, 'position de l’appareil est', 'positions de l’appareil sont')} loin du relevé (signe perdu, latitude et longitude inversées?)\u00a0: laissée${far > 1 ? 's' : ''} de côté.`,
    frozen > 0 &&
      `${counted(frozen, 'photo répète', 'photos répètent')} une même position de l’appareil (récepteur figé, ou véhicule à l’arrêt)\u00a0: laissée${frozen > 1 ? 's' : ''} de côté.`,
    turned > 0 &&
      `${counted(turned, 'direction magnétique corrigée', 'directions magnétiques corrigées')} de la déclinaison du lieu et du jour\u00a0: ${degrees} ${declination < 0 ? 'ouest' : 'est'}.`,
    unknown > 0 &&
      `${counted(unknown, 'direction de l’appareil laissée', 'directions de l’appareil laissées')} de côté\u00a0: son nord (vrai ou magnétique) n’est pas connu.`,
  ].filter((text) => text !== false);
  if (texts.length === 0) return null;
  return (
    <ul
      aria-label="Ce que l’appareil a écrit"
      className="space-y-1 rounded-lg bg-amber-pale px-3 py-2 text-sm text-amber-ink"
    >
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
