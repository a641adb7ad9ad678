import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import { toast } from 'sonner';
import { afterAll, afterEach, vi } from 'vitest';
// Loaded beforehand, as a browser does when idle.
import '@/admin/kit/ui/confirm-dialog-content';
import { onNotice } from '@/shared/lib/notify';
import './jsdom-gaps';

// React 19.2 keeps a stack trace of every element that it makes, for messages that nobody reads here: a sixth of the time of
// all screens. It stops by itself after ten thousand in a second, by this counter; here it never begins.
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.MAX_SAFE_INTEGER,
  set: () => {},
  configurable: true,
});

const { getElementError } = getConfig();
/** The library's own mark, which its types leave out. */
const isWaiting = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
configure({
  // The longest wait for something to appear, on a busy machine.
  asyncUtilTimeout: 10_000,
  // Nobody reads the whole page that goes with what is missing as long as one still waits for it.
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? '') : getElementError(message, container),
});

// A timer that fires after the last test of a file (a toast that fades out) would speak to the next one.
const timers = new Set<NodeJS.Timeout>();
const wait = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...what: Parameters<typeof wait>) => {
  const timer = wait(...what);
  timers.add(timer);
  return timer;
}, wait);

afterEach(() => {
  cleanup();
  // The library would show a message that is not dismissed to the next test too.
  toast.dismiss();
});

// The next file of the worker finds the page as a new one.
afterAll(async () => {
  // A part that is loaded when idle may still be on its way.
  await vi.dynamicImportSettled();
  timers.forEach(clearTimeout);
  // Notices wait for a region to be shown in.
  onNotice(() => {})();
  globalThis.setTimeout = wait;
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/');
});
