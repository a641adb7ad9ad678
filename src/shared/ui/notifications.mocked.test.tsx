import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { notify } from '@/shared/lib/notify';

it('shows the message even when the toast library cannot be loaded', async () => {
  vi.doMock('./toasts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const { Notifications } = await import('./notifications');
  render(<Notifications />);
  notify.error('Impossible de sauvegarder le template');
  expect(await screen.findByText('Impossible de sauvegarder le template')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Notifications' })).toHaveTextContent('Erreur');
});
