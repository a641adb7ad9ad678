import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { BelowFold } from './below-fold';

/** What the browser is asked to do in its idle time. */
const asked: (() => void)[] = [];

async function rest() {
  for (let turn = 0; turn < 10; turn++) {
    await new Promise((done) => setTimeout(done));
    asked.shift()?.();
  }
}

vi.stubGlobal('requestIdleCallback', (work: () => void) => asked.push(work));
vi.stubGlobal('cancelIdleCallback', () => {});

afterEach(() => vi.unstubAllGlobals());

it('gives a part its real height once there is time, and does nothing for one that has left', async () => {
  const { unmount } = render(<BelowFold>Premier</BelowFold>);
  const shown = screen.getByText('Premier');
  expect(shown).toHaveClass('[content-visibility:auto]');
  await rest();
  expect(shown).not.toHaveClass('[content-visibility:auto]');

  unmount();
  render(<BelowFold>Second</BelowFold>).unmount();
  // The page has gone. An update now would ask it for its event, and fail the whole run: « window is not defined ».
  vi.stubGlobal('window', undefined);
  await rest();
  expect(asked).toEqual([]);
});
