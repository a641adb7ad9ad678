import { type MouseEvent, useCallback } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * Follows a plain link of ours inside the back office, as `<Link>` does; a click with a key held stays the browser's.
 * For long lists: a hundred `<Link>` each follow the address, and are drawn again whenever a letter is typed into it.
 */
export function useFollow(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const navigate = useNavigate();
  return useCallback(
    (event) => {
      const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event;
      if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
      event.preventDefault();
      navigate(currentTarget.pathname + currentTarget.search);
    },
    [navigate],
  );
}
