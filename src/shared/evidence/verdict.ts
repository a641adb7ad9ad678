import type { StampProblem, TimeStamp } from '@evidence/time-stamp.ts';
import type { Manifest } from './manifest';

/** Fault of a stamp, for this folder. */
export type FolderStampProblem =
  | StampProblem
  /** It stamps the root that `racine.bin` holds, which is not the manifest's any more. */
  | 'edited-since'
  /** It says a time before the last picture. */
  | 'before-last-picture'
  /** It says a time that is still to come. */
  | 'after-now';

export type StampVerdict = { file: string; stamp: TimeStamp | undefined; problems: FolderStampProblem[] };

/**
 * Verdict on a folder.
 * - `whole`: every picture of the manifest is there as it was sealed, and at least one stamp holds
 * - `undated`: likewise, and nobody outside says when it was sealed
 * - `stamp-refused`: likewise, and no stamp holds
 * - `incomplete`: the originals were not delivered with it
 * - `altered`: the manifest or one of its pictures differs
 * - `none`: there is no manifest
 */
type VerdictLevel = 'whole' | 'undated' | 'stamp-refused' | 'incomplete' | 'altered' | 'none';

export type Verdict = {
  level: VerdictLevel;
  manifest: Manifest | undefined;
  manifestState: 'whole' | 'edited' | 'unreadable' | 'missing';
  /** Root of the manifest as it is now, in hexadecimal. */
  root: string | undefined;
  whole: string[];
  changed: string[];
  missing: string[];
  /** Whole, under another name. */
  moved: { path: string; found: string }[];
  /** Files that neither the manifest nor the list of the delivery names. What the manifest does not list is no picture of it. */
  added: string[];
  /** Files that could not be read from the disk. */
  unread: string[];
  stamps: StampVerdict[];
  /** Documents beside the pictures that differ from the list of the delivery; no seal covers them. */
  documents: { changed: string[]; missing: string[] };
  /** Moment of the check, by the clock of this computer. */
  checkedAt: Date;
};

/** Tells whether a stamp says, in its own right, when the pictures were sealed. */
export const isStampValid = ({ problems }: StampVerdict): boolean => problems.length === 0;

/** Sums up what was found in a folder. */
export function levelOf(verdict: Omit<Verdict, 'level'>, hasPreviewsOnly: boolean): VerdictLevel {
  const { manifestState, changed, missing, unread, stamps } = verdict;
  if (manifestState === 'missing') return 'none';
  const differs = changed.length + unread.length > 0 || (missing.length > 0 && !hasPreviewsOnly);
  if (manifestState !== 'whole' || differs) return 'altered';
  if (stamps.length > 0 && !stamps.some(isStampValid)) return 'stamp-refused';
  if (hasPreviewsOnly) return 'incomplete';
  return stamps.length === 0 ? 'undated' : 'whole';
}
