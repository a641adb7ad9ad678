import { useEffect } from 'react';
import { holdUnsavedText } from './unsaved-text';

/**
 * While `when` is true, an expired session leaves the form in place, and the browser asks before a reload or a closed
 * tab.
 */
export function useUnsavedText(when: boolean): void {
  useEffect(() => {
    if (!when) return;
    const release = holdUnsavedText();
    // The browser shows its own text.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      release();
      window.removeEventListener('beforeunload', ask);
    };
  }, [when]);
}
