import { formatNumber } from '@/shared/lib/numbers';

/** How much of a long work is done. */
export function ProgressBar({ label, done, total }: { label: string; done: number; total: number }) {
  const share = total > 0 ? (100 * done) / total : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={`${formatNumber(done)} sur ${formatNumber(total)}`}
      className="h-2.5 overflow-hidden rounded-full bg-mist"
    >
      <div
        className="h-full rounded-full bg-spruce transition-[width] duration-300"
        style={{ width: `${share}%` }}
      />
    </div>
  );
}
