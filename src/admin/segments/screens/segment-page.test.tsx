import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, expect, it } from 'vitest';
import { EditSegmentPage, NewSegmentPage } from './segment-page';
import { SegmentsPage } from './segments-page';

const SEGMENT = 'f0000000-0000-4000-8000-000000000001';
const storedSegment = {
  id: SEGMENT,
  name: 'Petites villes',
  definition: { population: { max: 5000 } },
  created_by: null,
  created_at: '2026-11-01T12:00:00Z',
  updated_at: '2026-11-01T12:00:00Z',
};
const segmentCounts = { matching: 124, reachable: 96, reasons: { Désabonné: 20, 'Consentement expiré': 8 } };

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  backend.answer = ({ method, target }) => {
    if (target === 'rpc/count_segment') return { body: segmentCounts };
    if (target === 'contact_segments')
      return method === 'GET' ? { body: [storedSegment] } : { body: [{ id: SEGMENT }] };
    return { body: [] };
  };
});

it('counts as conditions are chosen, says why some cannot be reached, and saves', async () => {
  renderScreen(<NewSegmentPage />, {
    path: '/admin/contacts/segments/new',
    at: '/admin/contacts/segments/new?statut=intéressé',
  });
  // The segment has the filter of the list that it was created from.
  expect(await screen.findByRole('checkbox', { name: 'Intéressé' })).toBeChecked();
  expect(await screen.findByText(/^124\scorrespondent, 96\sjoignables/)).toBeVisible();
  await userEvent.click(screen.getByText(/^Pourquoi 28\sne le sont pas/));
  expect(screen.getByText('Désabonné').parentElement).toHaveTextContent('20');

  await userEvent.selectOptions(screen.getByLabelText('Ajouter une condition'), 'Population');
  expect(screen.getByText(/^Complétez les conditions/)).toBeVisible();
  await userEvent.click(screen.getByLabelText(/^Nom \*/));
  await userEvent.paste('Petites villes');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  const fault = /au moins une des deux limites/;
  expect(await screen.findByRole('alert')).toHaveTextContent(fault);
  // The error is visible once, beside the condition; below the list it is for screen readers only.
  expect(within(screen.getByRole('group', { name: 'Population' })).getByText(fault)).toBeVisible();
  expect(screen.getByRole('alert')).toHaveClass('sr-only');

  await userEvent.click(screen.getByLabelText('Population maximale'));
  await userEvent.paste('5 000');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(backend.sent('POST', 'contact_segments')).toHaveLength(1));
  expect(backend.sent('POST', 'contact_segments')[0]?.body).toMatchObject({
    name: 'Petites villes',
    definition: { status: ['intéressé'], population: { max: 5000 } },
  });
});

it('shows a segment as it was saved, and leaves a condition out', async () => {
  renderScreen(<EditSegmentPage />, {
    path: '/admin/contacts/segments/:id',
    at: `/admin/contacts/segments/${SEGMENT}`,
  });
  expect(await screen.findByLabelText('Population maximale')).toHaveValue('5000');
  await userEvent.click(screen.getByRole('button', { name: 'Retirer la condition Population' }));
  expect(screen.queryByLabelText('Population maximale')).toBeNull();
  expect(screen.getByLabelText('Ajouter une condition')).toHaveFocus();
});

it('lists the segments in words, with where their contacts are seen', async () => {
  renderScreen(<SegmentsPage />, { path: '/admin/contacts/segments' });
  const row = (await screen.findByRole('link', { name: 'Petites villes' })).closest('li') as HTMLElement;
  expect(within(row).getByText(/^Population\s: au plus 5\s000$/)).toBeVisible();
  expect(within(row).getByRole('link', { name: /^Contacts/ })).toHaveAttribute(
    'href',
    `/admin/contacts?segment=${SEGMENT}`,
  );
  expect(within(row).getByRole('link', { name: /^Carte/ })).toHaveAttribute(
    'href',
    `/admin/municipalites?segment=${SEGMENT}&carte=oui`,
  );
});
