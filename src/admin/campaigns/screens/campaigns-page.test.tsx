import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { campaign, campaignStep } from '@tests/campaign-rows';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { removeByButton } from '@tests/removal';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Tables } from '@/shared/database.types';
import type { SendCounts } from '../data/campaign-labels';

const { CampaignsPage } = await import('./campaigns-page');

function serve(rows: Tables<'campaigns'>[], counts: Record<string, SendCounts> = {}) {
  backend.answer = ({ target }) => ({ body: target === 'rpc/campaign_counts' ? counts : rows });
}

const campaignRow = async (name: string) =>
  within((await screen.findByRole('link', { name })).closest('tr') as HTMLElement);

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

describe('the list of campaigns', () => {
  it('shows name, status, follow-up, date and counts, and leads to each', async () => {
    serve(
      [
        campaign({ id: '1', name: 'Prévue', status: 'programmé', send_date: '2026-12-02T19:30:00Z' }),
        campaign({ id: '2', name: 'Finie', status: 'terminé', steps: [campaignStep(1, { delay_days: 12 })] }),
        campaign({ id: '3', name: 'Retenue', paused_at: '2026-11-02T12:00:00Z', pause_reason: 'x' }),
        campaign({ id: '5', name: 'Réussie', status: 'terminé' }),
        campaign({ id: '4', name: 'Arrêtée', status: 'terminé', cancelled_at: '2026-11-02T12:00:00Z' }),
      ],
      { 1: { brouillon: 4 }, 2: { envoyé: 47, échec: 3 }, 5: { envoyé: 9 } },
    );
    renderScreen(<CampaignsPage />);
    const planned = await campaignRow('Prévue');
    expect(planned.getByText('Programmé')).toBeVisible();
    expect(planned.getByText('Envoi prévu: 02 décembre 2026 à 14:30')).toBeVisible();
    expect(planned.getByText('4 à envoyer')).toBeVisible();
    expect(planned.queryByText(/Relance auto/)).toBeNull();
    const done = await campaignRow('Finie');
    // The campaign is over, and some of its messages need a look.
    expect(done.getByText('À vérifier')).toBeVisible();
    expect((await campaignRow('Réussie')).getByText('Terminé')).toBeVisible();
    expect(done.getByText('Relance auto (12j)')).toBeVisible();
    expect(done.getByText('Créée le 01 nov. 2026')).toBeVisible();
    expect(done.getByText('47 envoyés, 3 en échec')).toBeVisible();
    for (const name of ['Finie', 'Voir Finie']) {
      expect(done.getByRole('link', { name })).toHaveAttribute('href', '/admin/campaigns/2');
    }
    // The link is a word, as the specification says.
    expect(done.getByText('Voir')).toBeVisible();
    expect((await campaignRow('Retenue')).getByText('En pause')).toBeVisible();
    expect((await campaignRow('Arrêtée')).getByText('Annulée')).toBeVisible();
    expect(screen.getByText('5 campagnes')).toBeVisible();
    expect(backend.sent('GET', 'campaigns')[0]?.query.get('order')).toBe('created_at.desc,id.asc');
  });
  it('shows in its first row the sending of a campaign just made, as it goes, then that it is over', async () => {
    const rows = [
      campaign({ id: '2', name: 'Neuve' }),
      campaign({ id: '1', name: 'Autre', status: 'terminé' }),
    ];
    serve(rows, { 2: { envoyé: 1, programmé: 3 } });
    renderScreen(<CampaignsPage />);
    const first = await campaignRow('Neuve');
    expect(screen.getAllByRole('row')[1]).toContainElement(screen.getByRole('link', { name: 'Neuve' }));
    expect(first.getByText(/^Envoi de 4\semails\.\.\.$/)).toBeVisible();
    expect(first.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '1 sur 4');
    expect(first.getByText(/^1\s\/\s4$/)).toBeVisible();
    serve([campaign({ id: '2', name: 'Neuve', status: 'terminé' }), ...rows.slice(1)], { 2: { envoyé: 4 } });
    expect(await screen.findByText('Envoi terminé', {}, { timeout: 5000 })).toBeVisible();
    expect((await campaignRow('Neuve')).getByText(/^4\senvoyés$/)).toBeVisible();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
  it('opens a draft in its form, throws it away, and puts away what is over', async () => {
    const draft = { name: 'Ébauche', contact_ids: ['p1'] };
    serve([
      campaign({ id: '1', name: 'Ébauche', status: 'brouillon' }),
      campaign({ id: '2', name: 'Finie', status: 'terminé' }),
    ]);
    const list = backend.answer;
    backend.answer = (request) =>
      request.query.get('select') === 'draft' ? { body: [{ draft }] } : list(request);
    renderScreen(<CampaignsPage />);
    expect(await screen.findByRole('link', { name: 'Ébauche' })).toHaveAttribute(
      'href',
      '/admin/campaigns/new?brouillon=1',
    );
    expect(await removeByButton('Supprimer Ébauche')).toMatch(/Le brouillon «\sÉbauche\s» sera supprimé/);
    await userEvent.click(await screen.findByRole('button', { name: 'Annuler' }));
    await waitFor(() =>
      expect(backend.sent('POST', 'rpc/save_campaign_draft')[0]?.body).toMatchObject({
        draft_id: '1',
        title: 'Ébauche',
        content: draft,
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Archiver Finie' }));
    expect(await screen.findByText('Campagne archivée')).toBeVisible();
    expect(backend.sent('POST', 'rpc/archive_campaign').map(({ body }) => body)).toEqual([
      { campaign: '2', archived: true },
    ]);
  });
  it('offers to create the first one', async () => {
    serve([]);
    renderScreen(<CampaignsPage />);
    expect(await screen.findByText('Aucune campagne pour le moment')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Nouvelle campagne' })).toBeVisible();
  });
  it('says that it could not be loaded, and tries again when asked', async () => {
    backend.answer = () => ({ status: 403, body: { message: 'non' } });
    renderScreen(<CampaignsPage />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de charger les campagnes');
    vi.mocked(console.error).mockClear();
    serve([campaign()]);
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByRole('link', { name: 'Rentrée' })).toBeVisible();
  });
});
