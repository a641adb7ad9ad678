/** The grid while it loads: the places of the cards, so that nothing jumps when they come. */
export function TagsSkeleton() {
  return (
    <div role="status" className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
      <span className="sr-only">Chargement…</span>
      {Array.from({ length: 6 }, (_, index) => index).map((card) => (
        <div key={card} className="h-42 rounded-2xl border border-line bg-paper p-4">
          <div className="flex items-center gap-3">
            <span className="size-11 animate-pulse rounded-xl bg-mist" />
            <span className="h-4 w-1/2 animate-pulse rounded bg-mist" />
          </div>
          <span className="mt-4 block h-4 w-1/4 animate-pulse rounded bg-mist" />
        </div>
      ))}
    </div>
  );
}
