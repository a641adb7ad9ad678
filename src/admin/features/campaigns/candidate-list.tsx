import { useRef } from 'react';
import type { Candidate } from '@/admin/data/campaigns/audience';
import { useFrameWindow } from '@/admin/ui/use-row-window';

/** The height of a contact, in px. */
const HEIGHT = 64;

type Props = {
  candidates: readonly Candidate[];
  selected: ReadonlySet<string>;
  onToggle: (id: string) => void;
};

/** The contacts to choose from, 16 rem high (specification, section 9). */
export function CandidateList({ candidates, selected, onToggle }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const { first, end, before, after } = useFrameWindow(list, candidates.length, HEIGHT);
  return (
    <section
      aria-label="Contacts à choisir"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
      tabIndex={0}
      className="contain-inline-size h-64 overflow-auto rounded-lg border border-line bg-paper [overflow-anchor:none]"
    >
      <ul ref={list} style={{ paddingTop: before, paddingBottom: after }}>
        {candidates.slice(first, end).map((candidate, place) => (
          <li
            key={candidate.id}
            aria-setsize={candidates.length}
            aria-posinset={first + place + 1}
            className="h-16 border-b border-line"
          >
            <Choice
              candidate={candidate}
              isSelected={selected.has(candidate.id)}
              onToggle={() => onToggle(candidate.id)}
            />
          </li>
        ))}
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
