import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { NumberField } from './number-field';

const given = vi.fn();

function Turn({ from = 0, least = -180 }: { from?: number; least?: number }) {
  const [value, setValue] = useState(from);
  given.mockImplementation(setValue);
  return <NumberField label="Angle" value={value} least={least} most={180} onChange={given} />;
}

const field = () => screen.getByRole('textbox', { name: /^Angle/ });

it.each([
  ['-90', -90],
  ['−12,5', -12.5],
  ['0,05', 0.05],
  ['47.126', 47.13],
])('takes %s as it is typed over a number, and gives it', async (typed, number) => {
  render(<Turn from={180} />);
  await userEvent.clear(field());
  expect(field()).toHaveValue('');
  await userEvent.type(field(), typed);
  expect(field()).toHaveValue(typed);
  expect(field()).not.toBeInvalid();
  expect(given).toHaveBeenLastCalledWith(number);
});

it('keeps what is no number or too large as it was typed, gives none of it, and says what to write', async () => {
  render(<Turn from={8} />);
  given.mockClear();
  await userEvent.clear(field());
  await userEvent.type(field(), '-');
  // A sign is the beginning of a number.
  expect(field()).not.toBeInvalid();
  await userEvent.tab();
  expect(field()).toHaveAccessibleDescription('Écrivez un nombre de −180 à 180, par exemple 2,5.');
  await userEvent.type(field(), '900', { initialSelectionStart: 0, initialSelectionEnd: 1 });
  expect(field()).toHaveValue('900');
  expect(field()).toBeInvalid();
  expect(given.mock.calls.map(([number]) => number)).toEqual([9, 90]);
});

it('is raised and lowered by the arrows within its limits, and follows the number of the state', async () => {
  const { rerender } = render(<Turn from={179} least={0} />);
  await userEvent.type(field(), '{ArrowUp}{ArrowUp}');
  expect(field()).toHaveValue('180');
  await userEvent.type(field(), '{ArrowDown}');
  expect(field()).toHaveValue('179');
  rerender(<NumberField label="Angle" value={-3.25} least={-180} most={180} onChange={given} />);
  expect(field()).toHaveValue('-3,25');
});
