import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderAt } from '@tests/fake-backend';
import {
  button,
  FAILURE,
  field,
  fill,
  page,
  REQUEST,
  SUCCESS,
  setUpQuoteRequestForm,
} from '@tests/quote-request-form-driver';
import { writeInto } from '@tests/write-into';
import { describe, expect, it } from 'vitest';

const { QuoteRequestPage } = await import('./quote-request-page');

setUpQuoteRequestForm();

describe('the page', () => {
  it('shows the contact details, the answer time and the privacy notice', () => {
    renderAt('/contact', <QuoteRequestPage />);
    expect(screen.getByRole('heading', { level: 1, name: 'Demande de Soumission' })).toBeVisible();
    const panel = screen.getByRole('complementary', { name: 'Nous joindre' });
    expect(panel).toHaveTextContent('bonjour@territoire360.example');
    expect(panel).toHaveTextContent('Écrivez-nous, nous vous rappelons');
    expect(panel).toHaveTextContent('Québec, Canada');
    expect(panel).toHaveTextContent('24 à 48 heures ouvrables');
    const notice = screen.getByRole('region', { name: 'Protection des renseignements personnels' });
    expect(notice).toHaveTextContent(/consulter.*rectifier.*retirer votre consentement/);
    expect(within(notice).getByRole('link', { name: 'Politique de confidentialité' })).toHaveAttribute(
      'href',
      '/confidentialite',
    );
  });
});

describe('the form', () => {
  it('shows an error beside every missing field, sends nothing and focuses the first', async () => {
    renderAt('/contact', <QuoteRequestPage />);
    await userEvent.click(button());
    await waitFor(() => expect(field.organization()).toHaveFocus());
    expect(field.organization()).toHaveAccessibleDescription("Le nom de l'organisation est requis");
    expect(field.organization()).toBeInvalid();
    expect(field.organizationType()).toHaveAccessibleDescription(
      "Veuillez sélectionner un type d'organisation",
    );
    expect(field.name()).toHaveAccessibleDescription('Votre nom est requis');
    expect(field.email()).toHaveAccessibleDescription('Adresse courriel invalide');
    expect(field.service()).toHaveAccessibleDescription('Veuillez sélectionner un type de service');
    expect(field.phone()).toBeValid();
    expect(backend.requests).toEqual([]);
    expect(page.notices).toEqual([]);
  });

  it('refuses texts that are too long and removes the error once corrected', async () => {
    renderAt('/contact', <QuoteRequestPage />);
    const user = await fill();
    await writeInto(field.phone(), '418 555-0123 ou 418 555-0124');
    fireEvent.change(field.message(), { target: { value: 'm'.repeat(2001) } });
    await user.click(button());
    await waitFor(() => expect(field.phone()).toHaveFocus());
    expect(field.phone()).toHaveAccessibleDescription('Le téléphone ne peut pas dépasser 20 caractères');
    expect(field.message()).toHaveAccessibleDescription(/Le message ne peut pas dépasser 2000 caractères/);
    expect(backend.requests).toEqual([]);
    await user.clear(field.phone());
    expect(field.phone()).toBeValid();
  });

  it('sends a complete request, confirms it and empties the form', async () => {
    renderAt('/contact', <QuoteRequestPage />);
    const user = await fill();
    await writeInto(field.phone(), ' 418 555-0123 ');
    await user.type(field.message(), 'Bonjour');
    await user.click(button());
    await waitFor(() => expect(page.notices).toEqual([SUCCESS]));
    expect(backend.posted()).toEqual([{ ...REQUEST, phone: '418 555-0123', message: 'Bonjour' }]);
    expect(field.organization()).toHaveValue('');
    expect(field.service()).toHaveValue('');
    expect(localStorage).toHaveLength(0);
  });

  it('lets go of the page once the request is sent', async () => {
    const { unmount } = renderAt('/contact', <QuoteRequestPage />);
    const user = await fill();
    await user.click(button());
    expect(await screen.findByText(/C’est envoyé/)).toBeVisible();
    expect(unmount).not.toThrow();
  });

  it('sends once, however many times it is submitted', async () => {
    let respond = () => {};
    backend.answer = () => new Promise((resolve) => (respond = () => resolve({ status: 201 })));
    renderAt('/contact', <QuoteRequestPage />);
    const user = await fill();
    const form = screen.getByRole('form', { name: 'Parlez-nous de votre projet' });
    fireEvent.submit(form);
    fireEvent.submit(form);
    await waitFor(() => expect(button()).toHaveTextContent('Envoi en cours…'));
    await user.click(button());
    await user.type(field.name(), '{Enter}');
    respond();
    await waitFor(() => expect(page.notices).toEqual([SUCCESS]));
    expect(backend.posted()).toHaveLength(1);
  });
});

describe('a failure', () => {
  it('keeps what was typed and offers a prefilled e-mail', async () => {
    backend.answer = () => ({ status: 500, body: { message: 'panne' } });
    renderAt('/contact', <QuoteRequestPage />);
    const user = await fill();
    await user.type(field.message(), 'Trois rues');
    await user.click(button());
    await waitFor(() => expect(page.notices).toEqual([FAILURE]));
    expect(screen.getByRole('alert')).toHaveTextContent('Votre demande n’a pas été envoyée.');
    expect(field.organization()).toHaveValue('Ville de Percé');
    expect(field.message()).toHaveValue('Trois rues');
    const link = screen.getByRole('alert').querySelector('a');
    expect(decodeURIComponent(link?.href ?? '')).toMatch(
      /^mailto:bonjour@territoire360\.example\?subject=.*Ville de Percé.*Trois rues/s,
    );

    // The second attempt succeeds.
    backend.serve({});
    await user.click(button());
    await waitFor(() => expect(page.notices).toEqual([FAILURE, SUCCESS]));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(backend.posted()).toEqual([{ ...REQUEST, message: 'Trois rues' }]);
  });

  it('is reported the same way when the network fails', { tags: ['proof'] }, async () => {
    backend.answer = () => Promise.reject(new TypeError('Failed to fetch'));
    renderAt('/contact', <QuoteRequestPage />);
    const user = await fill();
    await user.click(button());
    await waitFor(() => expect(page.notices).toEqual([FAILURE]));
    expect(field.name()).toHaveValue('Ève Côté');
  });

  it('is reported at once when the browser is offline', async () => {
    backend.answer = () => Promise.reject(new TypeError('Failed to fetch'));
    renderAt('/contact', <QuoteRequestPage />);
    fireEvent(window, new Event('offline'));
    const user = await fill();
    await user.click(button());
    await waitFor(() => expect(page.notices).toEqual([FAILURE]));
    fireEvent(window, new Event('online'));
  });

  it('asks to wait after too many requests', async () => {
    backend.answer = () => ({ status: 429, body: { code: 'PT429', message: 'trop' } });
    renderAt('/contact', <QuoteRequestPage />);
    const user = await fill();
    await user.click(button());
    await waitFor(() => expect(page.notices).toHaveLength(1));
    expect(page.notices[0]?.text).toBe(
      'Trop de demandes ont été envoyées. Veuillez réessayer dans une dizaine de minutes ou nous écrire directement.',
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Attendez une dizaine de minutes');
    expect(field.name()).toHaveValue('Ève Côté');
  });
});
