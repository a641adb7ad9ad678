import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Rarely needed parts of a screen, folded under « Avancé ».
 *
 * @param isOpen true when something in it is wrong, and must be seen
 */
export function AdvancedFold({ isOpen = false, children }: { isOpen?: boolean; children: ReactNode }) {
  const { hash } = useLocation();
  const opens = isOpen || hash === '#avance';
  return (
    <details id="avance" key={String(opens)} open={opens}>
      <summary className="inline-block min-h-9 cursor-pointer py-1.5 font-semibold">Avancé</summary>
      <div className="mt-3 space-y-6">{children}</div>
    </details>
  );
}
