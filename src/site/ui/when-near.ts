/**
 * Waits until an element has come near the screen. It does not wait when there is no such element yet, when the
 * address names an anchor that may be in it, or when the page is being prerendered. A prerendered part stays visible
 * meanwhile and hydrates afterwards: long texts weigh on no script of the first screen.
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
