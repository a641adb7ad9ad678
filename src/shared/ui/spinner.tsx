import { AzimuthRing } from './azimuth-ring';

/** A spinner with a label, announced to screen readers. */
export function Spinner({ label = 'Chargement…' }: { label?: string }) {
  return (
    <div role="status" className="flex flex-col items-center justify-center gap-3 py-16 text-slate">
      <AzimuthRing className="size-12 text-spruce" spinning />
      <span className="text-sm">{label}</span>
    </div>
  );
}
