import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';
// There before anybody asks, as in a browser that has been idle.
import '@/admin/ui/confirm-dialog-content';

// The longest that is waited for something to appear: it ends a wait, it does not make one.
configure({ asyncUtilTimeout: 5_000 });

// A toast fades in: whoever waits for its words finds them before its colour. Last in the document, it wins.
const shown = document.createElement('style');
shown.textContent = '[data-sonner-toast] { opacity: 1 !important; }';
document.documentElement.append(shown);

// A page takes its timers with it. What is still to come after the last test of a file (a toast that fades, a script
// that is late) would find no window any more, and fail the whole run.
const timers = new Set<NodeJS.Timeout>();
const wait = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...what: Parameters<typeof wait>) => {
  const timer = wait(...what);
  timers.add(timer);
  return timer;
}, wait);
afterAll(() => timers.forEach(clearTimeout));

afterEach(cleanup);
