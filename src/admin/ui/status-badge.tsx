const tones = {
  /** Something waits for an action. */
  attention: 'bg-sumac-pale text-sumac-deep',
  active: 'bg-amber-pale text-amber-ink',
  done: 'bg-spruce-pale text-spruce-deep',
  quiet: 'bg-mist text-slate',
};

export type Tone = keyof typeof tones;

/** A state in words and colour, never in colour alone. */
export function StatusBadge({ tone, label }: { tone: Tone; label: string }) {
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap ring-1 ring-current/15 ring-inset ${tones[tone]}`}
    >
      <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-current" />
      <span className="truncate">{label}</span>
    </span>
  );
}
