import { EyeOff, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { formatNumber } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import type { Proposal, ProposalKind } from '@/shared/panorama-tour/panorama-tour';
import { Button } from '@/shared/ui/button';

/** Names of the kinds of things that are proposed to be blurred. */
export const proposalKinds: Record<ProposalKind, string> = {
  face: 'Visage',
  plate: 'Plaque ou texte',
  person: 'Personne',
  vehicle: 'Véhicule',
};

type Command = 'blur' | 'reject' | 'previous' | 'next';

/** Tells whether a key is pressed with another that makes it mean something else. */
export const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey;

/** Reads the key of a command for a proposal, pressed in its region; undefined for another key. */
export function proposalCommand(event: KeyboardEvent, isReadOnly: boolean): Command | undefined {
  if (hasModifier(event)) return undefined;
  const key = event.key.toLowerCase();
  // A button that has the focus is pressed by Enter itself.
  const isPress = key === 'enter' && event.target === event.currentTarget;
  if (!isReadOnly && (isPress || key === 'f')) return 'blur';
  if (!isReadOnly && ['delete', 'backspace', 'x'].includes(key)) return 'reject';
  if (key === 'arrowleft') return 'previous';
  return key === 'arrowright' ? 'next' : undefined;
}

/** A proposal, how likely it is, and the buttons that decide on it. */
export function ProposalDecision({
  proposal: { kind, score },
  place,
  isFull,
  onBlur,
  onReject,
  children,
}: {
  proposal: Proposal;
  /** « 2 sur 5 ». */
  place: string;
  /** True when nothing more may be blurred. */
  isFull: boolean;
  onBlur: () => void;
  onReject: () => void;
  /** More buttons. */
  children?: ReactNode;
}) {
  const isReadOnly = useIsReadOnly();
  return (
    <>
      <p className="font-bold" aria-live="polite">
        {proposalKinds[kind]} {place}
        <span className="block text-sm font-normal text-slate">
          Vraisemblance&nbsp;: {formatNumber(Math.round(score * 100))}&nbsp;%
        </span>
      </p>
      {!isReadOnly && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={onBlur} disabled={isFull}>
            <EyeOff aria-hidden="true" className="size-4" />
            Flouter
          </Button>
          <Button variant="outline" onClick={onReject}>
            <X aria-hidden="true" className="size-4" />
            Ce n’est rien
          </Button>
          {children}
        </div>
      )}
    </>
  );
}
