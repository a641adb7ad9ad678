import { useQuery, useQueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '@/shared/lib/query-client';
import { writePageData } from './page-data';
import { withQueries } from './with-queries';

const read = vi.fn(() => Promise.resolve('lu de nouveau'));
const clients = new Set<unknown>();

const Reader = withQueries(function Reader({ name }: { name: string }) {
  clients.add(useQueryClient());
  return <p>{`${name} : ${useQuery({ queryKey: ['texte'], queryFn: read }).data}`}</p>;
});

afterEach(() => {
  document.getElementById('query-state')?.remove();
});

it('shows the data of the prerendered page, in one client for the whole site', () => {
  const built = createQueryClient();
  built.setQueryData(['texte'], 'écrit');
  const state = document.createElement('script');
  state.id = 'query-state';
  state.type = 'application/json';
  state.textContent = writePageData(built);
  document.body.append(state);

  render(<Reader name="Premier" />);
  render(<Reader name="Second" />);
  expect(screen.getByText('Premier : écrit')).toBeVisible();
  expect(screen.getByText('Second : écrit')).toBeVisible();
  expect(clients.size).toBe(1);
  // The data is still fresh and is not read again.
  expect(read).not.toHaveBeenCalled();
});
