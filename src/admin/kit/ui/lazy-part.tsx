import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { afterFirstInput } from '@/shared/lib/when-idle';

type Props = {
  isWanted: boolean;
  /** Imports the lazy component below once somebody begins to use the page, so that it is ready when needed. */
  load: () => Promise<unknown>;
  children: ReactNode;
};

/**
 * Loads a part of a screen that appears only after an action, such as the actions on a selection, so that the first
 * view does not wait for its script. It stays mounted once shown, with its pending work.
 */
export function LazyPart({ isWanted, load, children }: Props) {
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWasWanted(true);
  useEffect(() => afterFirstInput(() => void load().catch(() => {})), [load]);
  return wasWanted && <Suspense>{children}</Suspense>;
}
