import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { afterFirstInput } from '@/shared/lib/when-idle';

type Props = {
  isWanted: boolean;
  /** Imports the lazy component below: once somebody begins to use the page, so that it is there when it is wanted. */
  load: () => Promise<unknown>;
  children: ReactNode;
};

/**
 * A part of a screen that shows only once something is done there, the actions on a selection for instance, and whose
 * script no first view waits for. It stays once it was wanted, with what it has under way.
 */
export function OnUse({ isWanted, load, children }: Props) {
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWasWanted(true);
  useEffect(() => afterFirstInput(() => void load().catch(() => {})), [load]);
  return wasWanted && <Suspense>{children}</Suspense>;
}
