import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/** What a press keeps for itself. */
const INTERACTIVE = 'a, button, input, select, textarea, label, [role=dialog]';

/**
 * Presses in the rows of a table: a plain `<a>` navigates inside the back office as `<Link>` does, and anywhere else the
 * row is opened by what its first column holds; a press with a key held stays the browser's. For long lists: each
 * `<Link>` subscribes to the address, and is drawn again at each letter of a search.
 */
export function useRowOpen(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  return (event) => {
    const { target, currentTarget, button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (event.defaultPrevented || button !== 0 || !(target instanceof Element)) return;
    const hasKey = metaKey || ctrlKey || shiftKey || altKey;
    const link = target.closest('a');
    if (link) {
      if (hasKey || link.target || link.origin !== window.location.origin) return;
      event.preventDefault();
      navigate(link.pathname + link.search);
      return;
    }
    // A panel of a cell is elsewhere in the page, and its presses come through here all the same.
    if (!currentTarget.contains(target) || target.closest(INTERACTIVE)) return;
    // A text was selected, to be copied.
    if (window.getSelection()?.isCollapsed === false) return;
    const opener = target.closest('tr')?.querySelector('[data-opens] a, [data-opens] button');
    opener?.dispatchEvent(
      new window.MouseEvent('click', { bubbles: true, cancelable: true, metaKey, ctrlKey, shiftKey, altKey }),
    );
  };
}
