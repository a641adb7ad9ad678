/** A table while it loads: it reserves the rows' space, so that nothing jumps. */
export function TableSkeleton({ rows = 6, label = 'Chargement…' }: { rows?: number; label?: string }) {
  return (
    <div role="status" className="overflow-hidden rounded-xl border border-line bg-paper">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, index) => index).map((row) => (
        <div key={row} className="flex items-center gap-4 border-b border-line px-4 py-3.5 last:border-0">
          <span className="h-4 w-1/3 animate-pulse rounded bg-mist" />
          <span className="h-4 w-1/5 animate-pulse rounded bg-mist" />
          <span className="ml-auto h-4 w-16 animate-pulse rounded bg-mist" />
        </div>
      ))}
    </div>
  );
}
