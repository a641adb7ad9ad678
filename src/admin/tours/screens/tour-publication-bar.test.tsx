import { fireEvent, screen } from '@testing-library/react';
import { type BackendAnswer, backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ReadOnlyContext } from '@/shared/lib/read-only';

const { TourPublicationBar } = await import('./tour-publication-bar');

const tourId = 'e0000000-0000-4000-8000-000000000009';
const row = {
  ...{ slug: 'quai', url: 'https://visites.example/quai', status: 'draft' },
  ...{ updated_at: '2025-11-20T12:00:00Z', panorama_tour_drafts: null, panorama_tours: null },
};
const queuedBuild = {
  ...{ id: 'p', state: 'en_file', asked_at: '2026-11-24T12:00:00Z', asked_by: null, started_at: null },
  ...{ changed_at: '2026-11-24T12:00:00Z', due_at: '2026-11-24T12:00:00Z', finished_at: null },
  reason: 'La publication n’est pas encore configurée.',
};

function serve(
  tour: object | null,
  builds: object[] = [],
  answer: () => BackendAnswer = () => ({ body: null }),
) {
  backend.answer = ({ target }) => {
    if (target === 'publications') return { body: builds };
    if (target === 'virtual_tours') return { body: tour && { ...row, ...tour } };
    if (target === 'rpc/gone_tours') return { body: {} };
    return answer();
  };
}

type Props = Partial<Parameters<typeof TourPublicationBar>[0]>;
const open = (props: Props = {}, isReadOnly = false) =>
  renderScreen(
    <ReadOnlyContext value={isReadOnly}>
      <TourPublicationBar tourId={tourId} {...props} />
    </ReadOnlyContext>,
  );
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

describe('the publication of a tour', () => {
  it('a tour that stands elsewhere is published by the one button, and the site is asked for', async () => {
    serve({});
    open();
    expect(await screen.findByText('Brouillon')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Voir' })).toHaveAttribute('href', row.url);
    expect(screen.queryByRole('button', { name: 'Retirer' })).toBeNull();
    fireEvent.click(await button('Publier'));
    expect(await screen.findByText('Visite publiée')).toBeVisible();
    expect(backend.sent('POST', 'rpc/publish_tour').map(({ body }) => body)).toEqual([{ tour_id: tourId }]);
    await vi.waitFor(() => expect(backend.sent('POST', '/functions/v1/publish-site')).toHaveLength(1));
  });

  it('what prevents it is said, and nothing can be pressed', async () => {
    serve({ url: null });
    open({ waitsFor: 'La publication attend.' });
    expect(await screen.findByText('Ajoutez une scène, ou l’adresse de la visite.')).toBeVisible();
    expect(screen.getByText('La publication attend.')).toBeVisible();
    expect(await button('Publier')).toBeDisabled();
  });

  it('nothing is published when the screen could not be saved', async () => {
    serve({});
    const save = vi.fn(async () => undefined);
    open({ save });
    fireEvent.click(await button('Publier'));
    await vi.waitFor(() => expect(save).toHaveBeenCalledOnce());
    expect(backend.sent('POST', 'rpc/publish_tour')).toEqual([]);
  });

  it('« Retirer » is taken back by « Annuler »', async () => {
    serve({ status: 'published' });
    const onWithdrawn = vi.fn();
    open({ onWithdrawn });
    expect(await screen.findByText('En ligne · 20 novembre 2025')).toBeVisible();
    expect(await button('Publier')).toBeDisabled();
    fireEvent.click(await button('Retirer'));
    fireEvent.click(await button('Annuler'));
    await vi.waitFor(() =>
      expect(backend.sent('POST', 'rpc/undo_status')[0]?.body).toEqual({
        ...{ kind: 'virtual_tours', given: 'draft', before: [{ id: tourId, status: 'published' }] },
      }),
    );
    expect(onWithdrawn).toHaveBeenCalledOnce();
  });

  it('a site that does not follow: why, and « Réessayer »', async () => {
    serve({ status: 'published' }, [queuedBuild]);
    open();
    expect(await screen.findByText('Mise en ligne en attente')).toBeVisible();
    expect(screen.getByText(queuedBuild.reason)).toBeVisible();
    fireEvent.click(await button('Réessayer'));
    await vi.waitFor(() => expect(backend.sent('POST', '/functions/v1/publish-site')).toHaveLength(1));
  });

  it('a conflict is said by the server’s own words, and a reader presses nothing', async () => {
    const message = 'Cette visite a été modifiée entre-temps';
    serve({}, [], () => ({ status: 409, body: { code: 'PT409', message } }));
    const { unmount } = open();
    fireEvent.click(await button('Publier'));
    expect(await screen.findByText(message)).toBeVisible();
    vi.mocked(console.error).mockClear();
    unmount();
    open({}, true);
    expect(await screen.findByText('Brouillon')).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
