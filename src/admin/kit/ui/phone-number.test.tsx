import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PhoneNumber } from './phone-number';

it('links what can be dialled, and shows the rest as text', () => {
  const { rerender } = render(<PhoneNumber phone="819 555-0100, poste 12" className="" />);
  expect(screen.getByRole('link', { name: '819 555-0100, poste 12' })).toHaveAttribute(
    'href',
    'tel:8195550100;ext=12',
  );
  rerender(<PhoneNumber phone="bonjour" className="" />);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText('bonjour')).toBeVisible();
});
