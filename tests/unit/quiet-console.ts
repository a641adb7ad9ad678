import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

// A debugger's task for each element that React makes: nobody steps through them here.
Reflect.deleteProperty(console, 'createTask');

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
