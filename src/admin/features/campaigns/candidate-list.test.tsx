import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Candidate } from '@/admin/data/campaigns/audience';
import { CandidateList } from './candidate-list';

const candidate = (index: number): Candidate => ({
  id: `c${index}`,
  name: `Personne ${index}`,
  company: `Ville ${index}`,
  email: null,
  phone: null,
  city: 'Alma',
  region: 'Estrie',
  sector: 'municipalité',
  status: 'nouveau',
  is_public_office_holder: null,
  tripIds: [],
  searched: '',
});

const renderList = (count: number) => {
  const onToggle = vi.fn();
  const candidates = Array.from({ length: count }, (_, index) => candidate(index));
  render(<CandidateList candidates={candidates} selected={new Set(['c1'])} onToggle={onToggle} />);
  return onToggle;
};

it('keeps few of many contacts in the page, says how many there are, and makes room for the others', async () => {
  const onToggle = renderList(10_000);
  const items = screen.getAllByRole('listitem');
  expect(items.length).toBeLessThan(40);
  expect(items[1]).toHaveAttribute('aria-setsize', '10000');
  expect(items[1]).toHaveAttribute('aria-posinset', '2');
  expect(Number.parseFloat(screen.getByRole('list').style.paddingBottom)).toBeGreaterThan(100_000);
  expect(screen.getByRole('checkbox', { name: 'Personne 1, Ville 1' })).toBeChecked();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Personne 2, Ville 2' }));
  expect(onToggle).toHaveBeenCalledWith('c2');
});

it('keeps all of a few contacts in the page', () => {
  renderList(39);
  expect(screen.getAllByRole('listitem')).toHaveLength(39);
});
