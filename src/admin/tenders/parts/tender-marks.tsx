import { MapKey } from '@/admin/municipalities/parts/boundary-map';
import { useTenderSignals } from './tender-signals';

const mapMark = { className: 'fill-none stroke-sumac', label: 'Appel d’offres' };

/** Rings around the municipalities that have a current call or contract, on a map. */
export function TenderMarks({
  points,
  unit,
}: {
  points: readonly { code: string; x: number; y: number }[];
  unit: number;
}) {
  const tendered = new Set(useTenderSignals().map(({ municipality_code }) => municipality_code));
  return points
    .filter(({ code }) => tendered.has(code))
    .map(({ code, x, y }) => (
      <circle
        key={code}
        cx={x}
        cy={y}
        r={unit * 2.6}
        strokeWidth={unit * 0.5}
        className={`pointer-events-none ${mapMark.className}`}
      />
    ));
}

/** The rings in the key of the map; renders nothing without any. */
export const TenderKey = () => useTenderSignals().length > 0 && <MapKey {...mapMark} />;
