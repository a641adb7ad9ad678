import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';
// There before anybody asks, as in a browser that has been idle.
import '@/ui/confirm-dialog-content';

// The longest that is waited for something to appear: it ends a wait, it does not make one.
configure({ asyncUtilTimeout: 5_000 });

// A toast fades in: whoever waits for its words finds them before its colour. Last in the document, it wins.
if (typeof document !== 'undefined') {
  const shown = document.createElement('style');
  shown.textContent = '[data-sonner-toast] { opacity: 1 !important; }';
  document.documentElement.append(shown);
}

let errors: MockInstance<typeof console.error>;

beforeEach(() => {
  errors = vi.spyOn(console, 'error');
});

// A test that expects an error in the console reads and clears it: vi.mocked(console.error).mockClear().
afterEach(() => {
  cleanup();
  const unexpected = errors.mock.calls;
  errors.mockRestore();
  expect(unexpected, 'unexpected console.error').toEqual([]);
});
