import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useWindowKind } from '../lib/use-window-kind';

/** Elements that must be visible: an invalid field, an alert, and a notice that waits for an answer. */
const UNFOLDING = '[aria-invalid=true], [role=alert], [data-unfolds]';

/**
 * A collapsible part of a screen, closed at first. It opens for a link to it or into it, and when something in it must
 * be visible; its input is kept while it is closed.
 *
 * @param isOpen true when it is open at first
 * @param onPhone true when it is folded on a phone only, and stands without its title elsewhere
 */
export function Fold({
  anchor,
  title,
  isOpen = false,
  onPhone = false,
  className = '',
  children,
}: {
  anchor: string;
  title: string;
  isOpen?: boolean;
  onPhone?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const { hash } = useLocation();
  const isPhone = useWindowKind() === 'phone';
  const folds = isPhone || !onPhone;
  const details = useRef<HTMLDetailsElement>(null);
  useOpening(details, hash.slice(1));
  return (
    <details
      ref={details}
      id={anchor}
      open={isOpen || hash === `#${anchor}` || !folds}
      className={`scroll-mt-20 ${className}`}
    >
      <summary
        hidden={!folds}
        className={`w-fit cursor-pointer font-semibold ${onPhone ? 'min-h-11 py-2.5' : 'min-h-9 py-1.5'}`}
      >
        {title}
      </summary>
      <div className={`${folds ? 'mt-3' : ''} ${onPhone ? '' : 'space-y-6'}`}>{children}</div>
    </details>
  );
}

/** Opens a fold for a link to something in it, and for what must be seen, which then has the focus. */
function useOpening(details: { current: HTMLDetailsElement | null }, target: string) {
  useEffect(() => {
    const fold = details.current;
    if (!fold) return;
    const open = () => {
      if (fold.open) return;
      const aim = target && fold.querySelector<HTMLElement>(`#${CSS.escape(target)}`);
      const waiting = fold.querySelector<HTMLElement>(UNFOLDING);
      if (!aim && !waiting) return;
      fold.open = true;
      if (aim) aim.scrollIntoView?.({ block: 'center' });
      // A field that was refused while it was folded could not take the focus.
      else if (waiting?.matches('[aria-invalid]')) waiting.focus();
    };
    open();
    const changes = new MutationObserver(open);
    changes.observe(fold, { subtree: true, childList: true, attributeFilter: ['aria-invalid', 'role'] });
    return () => changes.disconnect();
  }, [details, target]);
}
