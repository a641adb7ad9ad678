// First, because the libraries that are loaded next write style sheets.
import './jsdom-gaps';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import { toast } from 'sonner';
import { afterAll, afterEach, vi } from 'vitest';
// Loads the module beforehand, as a browser does when idle.
import '@/admin/kit/ui/confirm-dialog-content';
import { onNotice } from '@/shared/lib/notify';

// React 19.2 records a stack trace for every element, for messages that no test reads: a sixth of the time of
// all screens. This counter makes React stop after ten thousand in a second; here it starts at its limit.
const reactInternals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(reactInternals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.MAX_SAFE_INTEGER,
  set: () => {},
  configurable: true,
});

const { getElementError } = getConfig();
/** Testing Library sets this flag while it waits; its types leave it out. */
const isWaiting = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
configure({
  // Longest wait for an element, on a busy machine.
  asyncUtilTimeout: 10_000,
  // The error message with the whole page is only needed when the wait has ended.
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? '') : getElementError(message, container),
});

// A timer that fires after the last test of a file, such as a toast that fades out, would reach the next
// file.
const timers = new Set<NodeJS.Timeout>();
const originalSetTimeout = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((callback: (...args: never[]) => void, ...rest: [delay?: number]) => {
  // A timer that has fired would keep the page of its test until the end of the file.
  const timer = originalSetTimeout(
    (...args: never[]) => {
      timers.delete(timer);
      callback(...args);
    },
    ...rest,
  );
  timers.add(timer);
  return timer;
}, originalSetTimeout);

afterEach(() => {
  cleanup();
  // An open toast would also appear in the next test.
  toast.dismiss();
});

// The next test file of this worker finds a new page.
afterAll(async () => {
  // Waits for imports that began when the page was idle.
  await vi.dynamicImportSettled();
  timers.forEach(clearTimeout);
  // Notices wait for a region that displays them.
  onNotice(() => {})();
  globalThis.setTimeout = originalSetTimeout;
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/');
});
