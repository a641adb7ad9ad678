import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';

// The module reads the window's width once, when it loads.
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: query.includes('56.25rem'),
  addEventListener: () => {},
  removeEventListener: () => {},
}));
const { Fold } = await import('./fold');

/** A form whose only field is submitted and refused from outside, as by a keyboard shortcut. */
function Screen() {
  const [isRefused, setIsRefused] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsRefused(true)}>
        Enregistrer
      </button>
      <Fold anchor="modifier" title="Modifier" onPhone>
        <label>
          Ville <input id="ville" aria-invalid={isRefused} />
        </label>
      </Fold>
    </>
  );
}

const open = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <Screen />
    </MemoryRouter>,
  );
const fold = () => screen.getByText('Modifier').closest('details');

it('is closed at first on a phone, and open for a link to a field in it', () => {
  const { unmount } = open('/');
  expect(fold()).not.toHaveAttribute('open');
  unmount();
  open('/#ville');
  expect(fold()).toHaveAttribute('open');
});

it('opens for a field that was refused while it was folded, keeps what was typed and takes the focus there', async () => {
  open('/');
  fireEvent.change(screen.getByLabelText('Ville'), { target: { value: 'Rimouski' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await expect.poll(fold).toHaveAttribute('open');
  expect(screen.getByLabelText('Ville')).toHaveValue('Rimouski');
  expect(screen.getByLabelText('Ville')).toHaveFocus();
});

it('stays closed once a person closed it, while nothing new waits', async () => {
  open('/');
  fireEvent.click(screen.getByText('Modifier'));
  expect(fold()).toHaveAttribute('open');
  fireEvent.click(screen.getByText('Modifier'));
  expect(fold()).not.toHaveAttribute('open');
});
