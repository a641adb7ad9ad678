/**
 * Registers the service worker, which caches the back office's page and scripts for use without a network. Not in
 * development, whose modules are hundreds of files that change all the time.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Registration is refused in private windows of some browsers, and without storage; a network is then needed.
  navigator.serviceWorker.register('/admin-worker.js', { scope: '/admin' }).catch((error: unknown) => {
    console.warn('Sans lecture hors ligne', error);
  });
}
