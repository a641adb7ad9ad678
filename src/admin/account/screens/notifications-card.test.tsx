import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const { NotificationsCard: LeavingCard } = await import('./notifications-card');

let preferences: { daily_digest: boolean; feed_created_at: string | null; feed_read_at: string | null };

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  preferences = { daily_digest: true, feed_created_at: null, feed_read_at: null };
  backend.answer = ({ target, body }) => {
    if (target === 'rpc/create_calendar_feed') {
      preferences.feed_created_at = '2026-11-22T12:00:00Z';
      return { body: 'a'.repeat(64) };
    }
    if (target === 'rpc/revoke_calendar_feed') preferences.feed_created_at = null;
    if (target === 'rpc/set_daily_digest') preferences.daily_digest = (body as { wanted: boolean }).wanted;
    return { body: target === 'rpc/today_preferences' ? { ...preferences } : null };
  };
});

describe('what leaves the screen', () => {
  it('an address is made, shown once, copied and revoked', async () => {
    const user = userEvent.setup();
    const copy = vi.spyOn(navigator.clipboard, 'writeText');
    renderScreen(<LeavingCard />);
    await user.click(await screen.findByRole('button', { name: 'Créer l’adresse de mon agenda' }));
    const address = await screen.findByLabelText('Adresse de votre agenda');
    const url = `http://127.0.0.1:1/functions/v1/calendar-feed?jeton=${'a'.repeat(64)}`;
    expect(address).toHaveValue(url);
    await user.click(screen.getByRole('button', { name: 'Copier' }));
    expect(copy).toHaveBeenCalledWith(url);
    expect(await screen.findByText('Adresse copiée')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Révoquer' }));
    await waitFor(() => expect(screen.queryByLabelText('Adresse de votre agenda')).not.toBeInTheDocument());
    expect(await screen.findByRole('button', { name: 'Créer l’adresse de mon agenda' })).toBeVisible();
  });

  it('one that exists says since when, and whether a calendar reads it; its address is not shown', async () => {
    preferences.feed_created_at = '2026-11-20T15:00:00Z';
    renderScreen(<LeavingCard />);
    expect(await screen.findByText(/depuis le 20 novembre 2026 à 10 h/)).toBeVisible();
    expect(screen.getByText('Aucun agenda ne l’a encore lue.')).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Remplacer l’adresse' })).toBeVisible();
  });

  it('the digest is on until it is not wanted', async () => {
    renderScreen(<LeavingCard />);
    const box = await screen.findByRole('checkbox', { name: /Recevoir un courriel à 7/ });
    expect(box).toBeChecked();
    await userEvent.click(box);
    await waitFor(() => expect(box).not.toBeChecked());
    expect(backend.posted()).toContainEqual({ wanted: false });
  });
});
