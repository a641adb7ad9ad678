/**
 * Has the browser keep the back office's page and scripts for when there is no network. Not in development, whose modules
 * are hundreds of files that change all the time.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Refused in private windows of some browsers, and where it may not be kept: then a network is needed, as before.
  navigator.serviceWorker.register('/admin-worker.js', { scope: '/admin' }).catch((error: unknown) => {
    console.warn('Sans lecture hors ligne', error);
  });
}
