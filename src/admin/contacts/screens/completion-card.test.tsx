import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Contact } from '../data/contact-list';

const { CompletionCard } = await import('./contact-page');

const contact = {
  id: 'c',
  name: 'Greffe',
  company: 'Ville d’Amqui',
  city: 'Amqui',
  region: 'Bas-Saint-Laurent',
  sector: 'municipalité',
  email: null,
  phone: '418 555-0101',
  website: null,
} as Contact;
const onCompleted = vi.fn();

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  onCompleted.mockClear();
});

const open = (change: Partial<Contact> = {}) =>
  renderScreen(<CompletionCard contact={{ ...contact, ...change }} onCompleted={onCompleted} />, {
    path: '/',
  });

it('fills what lacks from the register', async () => {
  backend.answer = () => ({ body: ['email', 'website'] });
  open();
  expect(await screen.findByText(/Il manque : courriel, site web/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Compléter par le répertoire' }));
  expect(await screen.findByText('Complété : courriel, site web')).toBeVisible();
  expect(backend.sent('POST', 'rpc/complete_contact')[0]?.body).toEqual({ contact_id: 'c' });
  await waitFor(() => expect(onCompleted).toHaveBeenCalledOnce());
});

it('hands on what the site says, with its page and its date', async () => {
  const page = { url: 'https://motel.test/joindre', foundAt: '2026-11-20T12:00:00Z' };
  backend.answer = ({ target }) =>
    target === '/functions/v1/search-prospect-info'
      ? {
          body: {
            email: 'a@motel.test',
            phone: null,
            website: null,
            sources: { email: page },
            notice: null,
            verified: null,
          },
        }
      : { body: ['email'] };
  open({ sector: 'hôtellerie' });
  expect(screen.queryByRole('button', { name: /répertoire/ })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Rechercher' }));
  expect(await screen.findByText('Complété : courriel')).toBeVisible();
  expect(backend.sent('POST', 'rpc/complete_contact')[0]?.body).toEqual({
    contact_id: 'c',
    details: {
      email: 'a@motel.test',
      phone: null,
      website: null,
      no_solicitation: false,
      source_url: page.url,
      found_at: page.foundAt,
    },
  });
});

it('is not there for whoever lacks nothing', () => {
  open({ email: 'a@ville.test', website: 'https://ville.test/' });
  expect(screen.queryByText('Coordonnées manquantes')).toBeNull();
});
