import { formatNumber } from '@/shared/lib/numbers';

/** The progress of a long operation. */
export function ProgressBar({
  label,
  done,
  total,
  isThin = false,
}: {
  label: string;
  done: number;
  total: number;
  /** True in the row of a list. */
  isThin?: boolean;
}) {
  const share = total > 0 ? (100 * done) / total : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={`${formatNumber(done)} sur ${formatNumber(total)}`}
      className={`overflow-hidden rounded-full bg-mist ${isThin ? 'h-1.5' : 'h-2.5'}`}
    >
      <div
        className="h-full rounded-full bg-spruce transition-[width] duration-300"
        style={{ width: `${share}%` }}
      />
    </div>
  );
}
