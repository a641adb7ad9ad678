import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

// React makes a debugger task for each element, and a mark for each rendering, which no test needs.
Reflect.deleteProperty(console, 'createTask');
Reflect.deleteProperty(console, 'timeStamp');

let errors: MockInstance<typeof console.error>;

beforeEach(() => {
  errors = vi.spyOn(console, 'error');
});

// A test that expects an error in the console reads and clears it: vi.mocked(console.error).mockClear().
afterEach(() => {
  const unexpected = errors.mock.calls;
  errors.mockRestore();
  expect(unexpected, 'unexpected console.error').toEqual([]);
});
