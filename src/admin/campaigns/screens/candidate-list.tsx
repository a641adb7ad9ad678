import { useRef } from 'react';
import { contactStatuses } from '@/admin/contacts/data/contact-labels';
import { labelOf } from '@/admin/kit/lib/label-of';
import { formatRelative } from '@/admin/kit/lib/relative-time';
import { useFrameWindow } from '@/admin/kit/ui/use-row-window';
import type { Candidate } from '../data/audience';

/** Height of a contact, in px. */
const ROW_HEIGHT = 44;
/** Number of visible contacts. */
const VISIBLE_ROWS = 10;
/** Thickness of both borders, in px. */
const BORDERS_PX = 2;

type Props = {
  candidates: readonly Candidate[];
  selected: ReadonlySet<string>;
  onToggle: (id: string) => void;
};

/** The contacts to choose from, ten at a time: the 16 rem of the specification showed four. */
export function CandidateList({ candidates, selected, onToggle }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const { first, end, before, after } = useFrameWindow(list, candidates.length, ROW_HEIGHT);
  return (
    <section
      aria-label="Contacts à choisir"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
      tabIndex={0}
      style={{ height: ROW_HEIGHT * Math.min(VISIBLE_ROWS, candidates.length) + BORDERS_PX }}
      className="contain-inline-size overflow-auto rounded-lg border border-line bg-paper [overflow-anchor:none]"
    >
      <ul ref={list} style={{ paddingTop: before, paddingBottom: after }}>
        {candidates.slice(first, end).map((candidate, place) => (
          <li
            key={candidate.id}
            aria-setsize={candidates.length}
            aria-posinset={first + place + 1}
            className="h-11 border-b border-line"
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
  candidate: { id, name, company, city, status, lastSentAt, refusal },
  isSelected,
  onToggle,
}: {
  candidate: Candidate;
  isSelected: boolean;
  onToggle: () => void;
}) {
  const nameId = `candidat-${id}`;
  const reasonId = `refus-${id}`;
  return (
    <label
      className={`flex h-full items-center gap-3 px-4 leading-tight ${refusal ? 'cursor-not-allowed bg-mist/60 text-slate' : isSelected ? 'cursor-pointer bg-spruce-pale' : 'cursor-pointer hover:bg-snow'}`}
    >
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-spruce"
        aria-labelledby={nameId}
        aria-describedby={reasonId}
        checked={isSelected}
        disabled={refusal !== undefined}
        onChange={onToggle}
      />
      <span id={nameId} className="min-w-0 grow text-[0.95rem]">
        <span className="block truncate font-medium">{company}</span>{' '}
        <span className="block truncate text-sm text-slate">
          {/* A person who stands for no organisation is their own « entreprise ». */}
          {name === company ? city : `${name}, ${city}`}
        </span>
      </span>
      <span
        id={reasonId}
        className={`max-w-[45%] min-w-0 shrink-0 text-right text-sm ${refusal ? 'font-medium' : 'text-slate'}`}
      >
        {refusal ? (
          <span className="line-clamp-2">{refusal}</span>
        ) : (
          <>
            <span className="block truncate">{labelOf(contactStatuses, status)}</span>
            <span className="block truncate">
              {lastSentAt ? `Écrit ${formatRelative(lastSentAt)}` : 'Jamais écrit'}
            </span>
          </>
        )}
      </span>
    </label>
  );
}
