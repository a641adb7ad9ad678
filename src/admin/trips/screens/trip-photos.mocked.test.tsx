import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN_ID, backend, offline, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, expect, it, vi } from 'vitest';

const uploaded = vi.fn<(bucket: string, path: string, file: Blob) => Promise<void>>();
const reducePicture = vi.fn();
vi.mock('@/admin/kit/lib/bucket-upload', () => ({ uploadToBucket: uploaded }));
vi.mock('@/admin/kit/lib/picture', async (original) => ({
  ...(await original<typeof import('@/admin/kit/lib/picture')>()),
  reducePicture,
}));
URL.createObjectURL = () => 'blob:photo';
URL.revokeObjectURL = () => {};

const { connection } = await import('@/admin/kit/lib/connection');
const { emptyOutboxes } = await import('@/admin/kit/lib/outbox');
const { PictureError } = await import('@/admin/kit/lib/picture');
const { sendKeptPhotos } = await import('../data/kept-photos');
const { StopPhotos, TripPhotos } = await import('./trip-photos');

const stop = { id: 'c0000000-0000-4000-8000-000000000001', name: 'Ada' };
const row = (id: string, contact_id: string, company: string) => ({
  ...{ id, contact_id, taken_at: '2027-05-04T15:00:00Z', contacts: { name: 'Ada', company } },
});
const small = new Blob(['petite'], { type: 'image/jpeg' });
const large = new File(['grande'], 'IMG_1.jpg', { type: 'image/jpeg' });
let rows: ReturnType<typeof row>[];

const serve = () => {
  backend.answer = ({ method, target }) => {
    if (target === 'trip_photos') return method === 'GET' ? { body: rows } : { status: 201 };
    return target.startsWith('/storage') ? { text: 'image' } : { body: [] };
  };
};
const lose = () => {
  backend.answer = offline;
  uploaded.mockRejectedValue(Object.assign(new Error('no answer'), { status: 0 }));
};

beforeEach(async () => {
  backend.reset();
  signInAsAdmin();
  await emptyOutboxes();
  rows = [];
  uploaded.mockReset().mockResolvedValue();
  reducePicture.mockReset().mockResolvedValue({ blob: small, width: 4, height: 3 });
  serve();
});

const take = (file = large) => userEvent.upload(screen.getByLabelText('Photo de l’arrêt Ada'), file);

it('keeps a photo taken without a line at its stop, and sends it made smaller once the line is back', async () => {
  renderScreen(<StopPhotos tripId="t" stop={stop} />);
  await waitFor(() => expect(backend.sent('GET', 'trip_photos')).toHaveLength(1));
  lose();
  await take();
  const list = await screen.findByRole('list', { name: 'Photos de l’arrêt Ada' });
  expect(await within(list).findByText('à envoyer')).toBeVisible();
  expect(await screen.findByText(/gardée sur cet appareil|Ne fermez pas cette page/)).toBeVisible();
  serve();
  uploaded.mockReset().mockResolvedValue();
  const stopSending = sendKeptPhotos(new QueryClient());
  await connection.check();
  await waitFor(() => expect(backend.sent('POST', 'trip_photos')).toHaveLength(1));
  stopSending();
  const [{ id, ...sent } = {}] = backend.posted() as Record<string, string>[];
  expect(sent).toEqual({
    ...{ trip_plan_id: 't', contact_id: stop.id, recorded_by: ADMIN_ID, taken_at: expect.any(String) },
  });
  expect(uploaded.mock.calls.map(([bucket, path, file]) => [bucket, path, file])).toEqual([
    ['trip-photos', `${id}.jpg`, small],
  ]);
  await waitFor(() => expect(screen.queryByText('à envoyer')).toBeNull());
});

it('says why a file is no photo, and keeps nothing of it', async () => {
  reducePicture.mockRejectedValue(new PictureError('Le fichier est vide'));
  renderScreen(<StopPhotos tripId="t" stop={stop} />);
  await take();
  expect(await screen.findByText('Le fichier est vide')).toBeVisible();
  expect(screen.queryByRole('list', { name: /Photos de l’arrêt/ })).toBeNull();
  vi.mocked(console.error).mockClear();
});

it('shows the photos of a trip by stop on its page, and deletes one once asked', async () => {
  rows = [
    row('p1', stop.id, 'Ville de Percé'),
    row('p2', 'autre', 'Motel'),
    row('p3', stop.id, 'Ville de Percé'),
  ];
  renderScreen(<TripPhotos tripId="t" />);
  expect((await screen.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent)).toEqual(
    ['Ville de Percé', 'Motel'],
  );
  const [first] = screen.getAllByRole('list');
  const [button] = within(first as HTMLElement).getAllByRole('button', {
    name: /^Supprimer la photo du 4 mai/,
  });
  await userEvent.click(button as HTMLElement);
  await userEvent.click(await screen.findByRole('button', { name: 'Supprimer' }));
  expect(await screen.findByText('Photo supprimée')).toBeVisible();
  expect(backend.sent('DELETE', 'trip_photos').map(({ query }) => query.get('id'))).toEqual(['eq.p1']);
});
