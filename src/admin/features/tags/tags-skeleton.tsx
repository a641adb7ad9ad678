/** The list while it loads: the places of the rows, so that nothing jumps when they come. */
export function TagsSkeleton() {
  return (
    <div role="status" className="overflow-clip rounded-xl border border-line bg-paper">
      <span className="sr-only">Chargement…</span>
      {Array.from({ length: 8 }, (_, index) => index).map((row) => (
        <div key={row} className="flex h-11 items-center gap-3 border-line px-3 not-last:border-b">
          <span className="size-7 animate-pulse rounded-lg bg-mist" />
          <span className="h-4 w-1/3 animate-pulse rounded bg-mist" />
        </div>
      ))}
    </div>
  );
}
