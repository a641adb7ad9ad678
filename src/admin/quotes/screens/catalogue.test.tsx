import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const { CataloguePage } = await import('./catalogue-page');
const { EditQuoteTemplatePage } = await import('./quote-template-page');

const dates = { created_at: '2026-11-01T12:00:00Z', updated_at: '2026-11-01T12:00:00Z' };
const service = {
  id: 's1',
  name: 'Déplacement',
  description: '',
  unit: 'km',
  unit_price_cents: 68,
  site_service: null,
  ...dates,
};
const template = {
  id: 't1',
  name: 'Visite d’un parc',
  subject: 'Visite virtuelle',
  validity_days: 45,
  ...dates,
  delivery: '',
  terms: '30 jours',
  notes: '',
  lines: [{ description: 'Prise de vue', quantity: '1.500', unit: 'jour', unitPriceCents: 76_000 }],
};

function serve() {
  backend.answer = ({ method, target, query }) => {
    if (method !== 'GET') return { body: [{ id: 's1' }] };
    if (target === 'quote_services') return { body: [service] };
    return { body: query.get('id') ? template : [template] };
  };
}
const plainSpaces = (text: string | null) => (text ?? '').replace(/[\u00a0\u202f]/g, ' ');
const paste = async (field: HTMLElement, text: string) => {
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
};

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  serve();
});

describe('the catalogue', () => {
  it('lists services with their prices and templates with theirs', async () => {
    renderScreen(<CataloguePage />);
    const services = await screen.findByRole('table', { name: 'Services' });
    expect(plainSpaces(services.textContent)).toContain('0,68 $');
    const templates = await screen.findByRole('table', { name: 'Modèles de devis' });
    expect(plainSpaces(templates.textContent)).toContain('1 140,00 $');
    expect(within(templates).getByRole('link', { name: 'Visite d’un parc' })).toHaveAttribute(
      'href',
      '/admin/devis/catalogue/modeles/t1',
    );
  });

  it('adds a service; a name that is taken is said beside it, and what was typed stays', async () => {
    renderScreen(<CataloguePage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Nouveau service' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Nouveau service' }));
    await paste(dialog.getByLabelText(/^Nom/), 'Déplacement');
    await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
    expect(await dialog.findByText('Le prix est requis')).toBeVisible();
    await paste(dialog.getByLabelText(/^Prix/), '1 140,50');
    backend.answer = () => ({ status: 409, body: { code: '23505', message: 'duplicate' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
    expect(await dialog.findByText('Ce nom est déjà pris')).toBeVisible();
    vi.mocked(console.error).mockClear();
    expect(dialog.getByLabelText(/^Prix/)).toHaveValue('1 140,50');
    serve();
    await paste(dialog.getByLabelText(/^Nom/), 'Kilomètres');
    await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(backend.sent('POST', 'quote_services').at(-1)?.body).toEqual({
      name: 'Kilomètres',
      description: '',
      unit: '',
      unit_price_cents: 114_050,
      site_service: null,
    });
  });

  it('a price is changed in its place; a service that is deleted comes back', async () => {
    renderScreen(<CataloguePage />);
    const services = within(await screen.findByRole('table', { name: 'Services' }));
    await userEvent.click(services.getByRole('button', { name: /0,68/ }));
    await paste(services.getByLabelText(/^Prix.+Déplacement/), 'cher');
    await userEvent.keyboard('{Enter}');
    expect(await services.findByRole('alert')).toHaveTextContent('Ce prix ne se lit pas');
    await paste(services.getByLabelText(/^Prix.+Déplacement/), '0,72');
    await userEvent.keyboard('{Enter}');
    await waitFor(() =>
      expect(backend.sent('PATCH', 'quote_services').map(({ body }) => body)).toEqual([
        { unit_price_cents: 72 },
      ]),
    );
    await userEvent.click(await services.findByRole('button', { name: 'Supprimer Déplacement' }));
    expect(await screen.findByText('Service supprimé')).toBeVisible();
    const undo = await screen.findAllByRole('button', { name: 'Annuler' });
    await userEvent.click(undo[0] as HTMLElement);
    await waitFor(() =>
      expect(backend.sent('POST', 'quote_services').map(({ body }) => body)).toEqual([
        { name: 'Déplacement', description: '', unit: 'km', unit_price_cents: 68, site_service: null },
      ]),
    );
  });

  it('a template is saved with its lines, over the version that was read', async () => {
    renderScreen(<EditQuoteTemplatePage />, {
      path: '/admin/devis/catalogue/modeles/:id',
      at: '/admin/devis/catalogue/modeles/t1',
    });
    const price = await screen.findByLabelText('Prix unitaire, ligne 1');
    expect(price).toHaveValue('760,00');
    await paste(price, '800');
    await paste(screen.getByLabelText(/^Validité/), '400');
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    expect(await screen.findByText('De 1 à 365 jours')).toBeVisible();
    await paste(screen.getByLabelText(/^Validité/), '60');
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(backend.sent('PATCH', 'quote_templates')).toHaveLength(1));
    const sent = backend.sent('PATCH', 'quote_templates')[0];
    expect(sent?.query.get('updated_at')).toBe('eq.2026-11-01T12:00:00Z');
    expect(sent?.body).toMatchObject({
      validity_days: 60,
      terms: '30 jours',
      lines: [{ description: 'Prise de vue', quantity: '1.500', unit: 'jour', unitPriceCents: 80_000 }],
    });
  });
});
