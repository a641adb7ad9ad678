import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useWindowKind } from '../lib/use-window-kind';

/**
 * A part of a screen under its title, closed at first; a link to its anchor opens it.
 *
 * @param isOpen true when something in it waits to be seen
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
  return (
    <details
      id={anchor}
      open={isOpen || hash === `#${anchor}` || !folds}
      className={`scroll-mt-20 ${className}`}
    >
      <summary hidden={!folds} className="min-h-9 w-fit cursor-pointer py-1.5 font-semibold">
        {title}
      </summary>
      <div className={`${folds ? 'mt-3' : ''} ${onPhone ? '' : 'space-y-6'}`}>{children}</div>
    </details>
  );
}
