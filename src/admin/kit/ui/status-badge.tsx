const tones = {
  /** The colours of a state that waits for an action. */
  attention: 'bg-sumac-pale text-sumac-deep',
  active: 'bg-amber-pale text-amber-ink',
  done: 'bg-spruce-pale text-spruce-deep',
  quiet: 'bg-mist text-slate',
};

export type Tone = keyof typeof tones;

type Props = {
  tone: Tone;
  label: string;
  /** Wraps onto several lines instead of being cut, outside of lists. */
  wraps?: boolean;
};

/** A state in words and colour, never in colour alone. */
export function StatusBadge({ tone, label, wraps = false }: Props) {
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1.5 px-2.5 py-0.5 text-sm font-medium ring-1 ring-current/15 ring-inset ${wraps ? 'rounded-2xl' : 'rounded-full whitespace-nowrap'} ${tones[tone]}`}
    >
      <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-current" />
      <span className={wraps ? 'wrap-anywhere' : 'truncate'}>{label}</span>
    </span>
  );
}
