import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, expect, it, vi } from 'vitest';
import { notify } from '@/shared/lib/notify';
import { Notifications } from './notifications';

afterEach(() => void toast.dismiss());

/** A screen whose last control has the focus, and a notice that can be undone. */
async function openWithNotice(undo: () => void) {
  render(
    <>
      <button type="button">Premier</button>
      <main tabIndex={-1}>
        <button type="button">Dernier</button>
      </main>
      <Notifications />
    </>,
  );
  screen.getByRole('button', { name: 'Dernier' }).focus();
  notify.undoable('Contact supprimé', undo);
  return screen.findByRole('button', { name: 'Annuler' });
}

it('Tab passes a notice and goes on to the beginning of the page', async () => {
  await openWithNotice(() => {});
  const passed: (string | null)[] = [];
  for (let step = 0; step < 6 && !passed.includes('Premier'); step++) {
    await userEvent.tab();
    passed.push(document.activeElement?.textContent ?? null);
  }
  expect(passed).toContain('Annuler');
  expect(passed.at(-1)).toBe('Premier');
});

it('« Annuler » gives the focus back to what had it', async () => {
  const undo = vi.fn();
  const button = await openWithNotice(undo);
  button.focus();
  await userEvent.keyboard('{Enter}');
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Dernier' })).toHaveFocus();
});

it('one notice is visible; « +1 autre » shows those behind it, which stay until they are closed', async () => {
  render(<Notifications />);
  notify.success('Contact créé');
  notify.error('Impossible de charger les contacts');
  const visible = () => [...document.querySelectorAll('[data-visible=true]')];
  // The style sheet hides that of the notice behind.
  const [more] = await screen.findAllByRole('button', { name: '+1 autre' });
  await userEvent.click(more as HTMLElement);
  expect(visible()).toHaveLength(2);
  expect(screen.getByText('Contact créé')).toBeVisible();
  await userEvent.click(screen.getAllByRole('button', { name: 'Réduire' })[0] as HTMLElement);
  expect(visible()).toHaveLength(1);
});
