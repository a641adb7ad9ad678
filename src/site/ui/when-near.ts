/**
 * Waits until an element has come near the screen; not at all where there is none yet, where the address names an anchor
 * that may be in it, and when the page is prerendered. A prerendered part whose script waits for it is shown meanwhile, and
 * hydrated afterwards: long texts weigh on no script of the first screen.
 */
export function whenNear(id: string): Promise<void> {
  if (typeof window === 'undefined' || !('IntersectionObserver' in window)) return Promise.resolve();
  const element = document.getElementById(id);
  if (!element || window.location.hash) return Promise.resolve();
  return new Promise((done) => {
    const observer = new IntersectionObserver(
      ([first]) => {
        if (!first?.isIntersecting) return;
        observer.disconnect();
        done();
      },
      { rootMargin: '600px' },
    );
    observer.observe(element);
  });
}
