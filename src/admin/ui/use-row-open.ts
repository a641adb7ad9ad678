import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/** Elements that handle their own presses. */
const INTERACTIVE = 'a, button, input, select, textarea, label, [role=dialog]';

/**
 * Handles presses in the rows of a table: a plain `<a>` navigates inside the back office like `<Link>`, and anywhere
 * else the row is opened by the link of its first column; a press with a modifier key stays the browser's. It is for
 * long lists, because each `<Link>` subscribes to the address and renders at each letter of a search.
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
    // A cell's panel is elsewhere in the DOM, but its presses bubble through here.
    if (!currentTarget.contains(target) || target.closest(INTERACTIVE)) return;
    // A text was selected, to be copied.
    if (window.getSelection()?.isCollapsed === false) return;
    const opener = target.closest('tr')?.querySelector('[data-opens] a, [data-opens] button');
    opener?.dispatchEvent(
      new window.MouseEvent('click', { bubbles: true, cancelable: true, metaKey, ctrlKey, shiftKey, altKey }),
    );
  };
}
