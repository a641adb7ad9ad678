import { fireEvent, screen } from '@testing-library/react';
import { renderScreen } from '@tests/fake-backend';
import { expect, it } from 'vitest';
import { useLinkClick } from './use-link-click';

function Row() {
  const onLinkClick = useLinkClick();
  return (
    <a href="/ailleurs?page=2" onClick={onLinkClick}>
      Fjord
    </a>
  );
}

it('navigates inside the admin, and leaves new tabs to the browser', () => {
  const { address } = renderScreen(<Row />);
  const link = screen.getByRole('link', { name: 'Fjord' });
  // jsdom has no tab to open.
  link.addEventListener('click', (event) => event.ctrlKey && event.preventDefault());
  fireEvent.click(link, { ctrlKey: true });
  expect(address()).toBe('/');
  expect(fireEvent.click(link)).toBe(false);
  expect(address()).toBe('/ailleurs?page=2');
});
