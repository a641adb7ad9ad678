import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { Candidate } from '@/admin/data/campaigns/audience';

/** From how many contacts on only those in sight are in the page. */
const WINDOWED_FROM = 60;
/** In px, as the classes of a row make it. */
const ROW_HEIGHT = 64;

type Props = {
  candidates: readonly Candidate[];
  selected: ReadonlySet<string>;
  onToggle: (id: string) => void;
};

/** The contacts to choose from, 16 rem high (specification, section 9). */
export function CandidateList({ candidates, selected, onToggle }: Props) {
  const frame = useRef<HTMLElement>(null);
  const isWindowed = candidates.length >= WINDOWED_FROM;
  const virtualizer = useVirtualizer({
    count: candidates.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    enabled: isWindowed,
    getItemKey: (index) => candidates[index]?.id ?? index,
  });
  const inSight = isWindowed
    ? virtualizer.getVirtualItems().map(({ index }) => index)
    : candidates.map((_candidate, index) => index);
  return (
    <section
      ref={frame}
      aria-label="Contacts à choisir"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
      tabIndex={0}
      className="h-64 overflow-auto rounded-lg border border-line bg-paper [overflow-anchor:none]"
    >
      <ul className="relative" style={{ height: candidates.length * ROW_HEIGHT }}>
        {inSight.map((index) => {
          const candidate = candidates[index] as Candidate;
          return (
            <li
              key={candidate.id}
              aria-setsize={candidates.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${index * ROW_HEIGHT}px)` }}
              className="absolute inset-x-0 top-0 h-16 border-b border-line"
            >
              <Choice
                candidate={candidate}
                isSelected={selected.has(candidate.id)}
                onToggle={() => onToggle(candidate.id)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Choice({
  candidate: { id, name, company, city, refusal },
  isSelected,
  onToggle,
}: {
  candidate: Candidate;
  isSelected: boolean;
  onToggle: () => void;
}) {
  const reasonId = `refus-${id}`;
  return (
    <label
      className={`flex h-full items-center gap-3 px-4 ${refusal ? 'cursor-not-allowed bg-mist/60 text-slate' : 'cursor-pointer hover:bg-snow'}`}
    >
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-spruce"
        aria-label={`${name}, ${company}`}
        aria-describedby={refusal ? reasonId : undefined}
        checked={isSelected}
        disabled={refusal !== undefined}
        onChange={onToggle}
      />
      <span className="min-w-0 grow">
        <span className="block truncate font-medium">{company}</span>
        <span className="block truncate text-sm text-slate">
          {name}, {city}
        </span>
      </span>
      {refusal && (
        <span id={reasonId} className="max-w-[45%] shrink-0 text-right text-sm font-medium">
          {refusal}
        </span>
      )}
    </label>
  );
}
