import { tagGridClass } from './tag-list';

/** The tags while they load: the places of the cards, so that nothing jumps when they come. */
export function TagsSkeleton() {
  return (
    <div role="status" className={tagGridClass}>
      <span className="sr-only">Chargement…</span>
      {Array.from({ length: 8 }, (_, index) => index).map((card) => (
        <div key={card} className="flex h-33 gap-3 rounded-xl border border-line bg-paper p-4">
          <span className="size-11 animate-pulse rounded-xl bg-mist" />
          <span className="h-4 w-1/2 animate-pulse rounded bg-mist" />
        </div>
      ))}
    </div>
  );
}
