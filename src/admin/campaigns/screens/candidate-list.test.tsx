import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Candidate } from '../data/audience';
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
  expect(screen.getByRole('checkbox', { name: 'Ville 1 Personne 1, Alma' })).toBeChecked();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Ville 2 Personne 2, Alma' }));
  expect(onToggle).toHaveBeenCalledWith('c2');
});

it('names a choice by what is read of it, and a person who is their own organisation once', () => {
  const alone = { ...candidate(0), name: 'Rita Roy', company: 'Rita Roy' };
  render(<CandidateList candidates={[alone]} selected={new Set()} onToggle={vi.fn()} />);
  const box = screen.getByRole('checkbox', { name: 'Rita Roy Alma' });
  expect(box.closest('label')).toHaveTextContent('Rita Roy Alma');
});

it('keeps all of a few contacts in the page', () => {
  renderList(39);
  expect(screen.getAllByRole('listitem')).toHaveLength(39);
});
