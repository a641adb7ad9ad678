import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { scrollToAnchor } from '@/shared/lib/scroll-to-anchor';

/**
 * Scrolls and moves the focus on each navigation: to the element that the address names, else to the top of the new
 * page. On back, forward and first load the browser restores the scroll position itself.
 *
 * @param mainId the element that takes the focus on a new page
 */
export function useNavigationScroll(mainId: string): void {
  const { pathname, hash, key } = useLocation();
  const isPop = useNavigationType() === 'POP';
  // A link to the same anchor may be followed twice; a change of the query string (filters) is no navigation.
  const navigation = hash ? key : pathname;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the kind of navigation matters only when it happens
  useEffect(() => {
    if (hash) return scrollToAnchor(hash);
    if (isPop) return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    document.getElementById(mainId)?.focus({ preventScroll: true });
  }, [navigation, hash]);
}
