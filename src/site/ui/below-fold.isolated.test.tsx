import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { BelowFold } from './below-fold';

/** Callbacks of requestIdleCallback that have not run. */
const callbacks: (() => void)[] = [];

async function runIdleCallbacks() {
  for (let turn = 0; turn < 10; turn++) {
    await new Promise((done) => setTimeout(done));
    callbacks.shift()?.();
  }
}

vi.stubGlobal('requestIdleCallback', (work: () => void) => callbacks.push(work));
vi.stubGlobal('cancelIdleCallback', () => {});

afterEach(() => vi.unstubAllGlobals());

it('gives a part its real height once the browser is idle, and does nothing for one that has unmounted', async () => {
  const { unmount } = render(<BelowFold>Premier</BelowFold>);
  const shown = screen.getByText('Premier');
  expect(shown).toHaveClass('[content-visibility:auto]');
  await runIdleCallbacks();
  expect(shown).not.toHaveClass('[content-visibility:auto]');

  unmount();
  render(<BelowFold>Second</BelowFold>).unmount();
  // Without jsdom's window a late state update would throw « window is not defined ».
  vi.stubGlobal('window', undefined);
  await runIdleCallbacks();
  expect(callbacks).toEqual([]);
});
