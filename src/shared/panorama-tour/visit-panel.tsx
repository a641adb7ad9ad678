import { List, Map as MapIcon } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { PanelHead, panelClass } from './viewer-parts';

/** Names of the panels of a visit that fills its window. */
export type PanelName = 'list' | 'plan';

/** Icon and texts of each panel. */
export const visitPanels = {
  list: { icon: List, label: 'Scènes et repères', closeLabel: 'Fermer les scènes et repères' },
  plan: { icon: MapIcon, label: 'Plan', closeLabel: 'Fermer le plan' },
} as const;

/** The panel that is open beside the picture, and the button that gets the focus back when it closes. */
export function useVisitPanel() {
  const [name, show] = useState<PanelName>();
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    show(undefined);
    opener.current?.focus();
  };
  return { id: useId(), name, opener, show, close };
}

/** A panel of a visit that fills its window, beside its picture, or below it on a phone held upright. */
export function VisitPanel({
  id,
  box,
  name = 'list',
  isShown,
  closesOnEscape,
  onClose,
  children,
}: {
  id: string;
  box: RefObject<HTMLDivElement | null>;
  /** Absent while none is open: the list, which stays ready. */
  name: PanelName | undefined;
  isShown: boolean;
  closesOnEscape: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { label, closeLabel } = visitPanels[name];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another panel begins at its top
  useEffect(() => {
    if (box.current) box.current.scrollTop = 0;
  }, [name, box]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles up from its buttons
    <div
      ref={box}
      id={id}
      hidden={!isShown}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !closesOnEscape) return;
        event.stopPropagation();
        onClose();
      }}
      className={panelClass}
    >
      <PanelHead closeLabel={closeLabel} onClose={onClose}>
        <p className="font-semibold">{label}</p>
      </PanelHead>
      <div className="px-5 pb-5">{children}</div>
    </div>
  );
}
