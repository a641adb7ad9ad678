import { vi } from 'vitest';

// The longest wait of `vi.waitFor`, on a busy machine, as that of Testing Library (page.ts): a second by default, which no setting changes.
const LONGEST_WAIT = 10_000;

const { waitFor } = vi;
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(callback, options) {
    return waitFor(callback, typeof options === 'number' ? options : { timeout: LONGEST_WAIT, ...options });
  };
}
