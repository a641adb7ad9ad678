import { fireEvent, screen, waitFor } from '@testing-library/react';
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
import { tour } from '@tests/tour-rows';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { consentVersion } from '@/shared/data/quote-requests';
import { writeDraft } from '@/shared/lib/browser-draft';
import { siteConfig } from '@/shared/lib/site-config';
import { emptyQuoteRequest } from '@/site/data/quote-requests.schema';
import { REQUEST_DRAFT } from './quote-request-draft';

const { QuoteRequestPage } = await import('./quote-request-page');

setUpQuoteRequestForm();

describe('robots', () => {
  it('see the same success and send nothing when they fill in the honeypot', async () => {
    const { container } = renderAt('/contact', <QuoteRequestPage />);
    const user = await fill();
    const honeypot = container.querySelector<HTMLInputElement>('input[name="reference_interne"]');
    expect(honeypot).toHaveAttribute('tabindex', '-1');
    expect(honeypot?.closest('[aria-hidden="true"]')).not.toBeNull();
    fireEvent.change(honeypot as HTMLInputElement, { target: { value: 'https://spam.example' } });
    await user.click(button());
    await waitFor(() => expect(page.notices).toEqual([SUCCESS]));
    expect(backend.requests).toEqual([]);
    expect(field.organization()).toHaveValue('');
  });

  it('are detected even when the honeypot holds only a space', { tags: ['proof'] }, async () => {
    const { container } = renderAt('/contact', <QuoteRequestPage />);
    const user = await fill();
    fireEvent.change(container.querySelector('input[name="reference_interne"]') as HTMLInputElement, {
      target: { value: ' ' },
    });
    await user.click(button());
    await waitFor(() => expect(page.notices).toEqual([SUCCESS]));
    expect(backend.requests).toEqual([]);
  });
});

describe('a form filled in within three seconds', () => {
  afterEach(() => vi.useRealTimers());

  it('is sent once, after the remaining time', async () => {
    renderAt('/contact', <QuoteRequestPage />);
    await fill();
    page.clock = 1000 + 1200;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(button());
    await vi.advanceTimersByTimeAsync(1799);
    expect(button()).toHaveTextContent('Envoi en cours…');
    fireEvent.click(button());
    expect(backend.requests).toEqual([]);
    expect(page.notices).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(page.notices).toEqual([SUCCESS]);
    expect(backend.posted()).toEqual([REQUEST]);
    // The number is the one that the inbox shows.
    const [{ id }] = backend.posted() as [{ id: string }];
    expect(screen.getByText(/^Demande [0-9A-F]{8}, le /)).toHaveTextContent(id.slice(0, 8).toUpperCase());
  });

  it('is sent at once after three seconds', async () => {
    renderAt('/contact', <QuoteRequestPage />);
    await fill();
    page.clock = 1000 + 3000;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(button());
    await vi.advanceTimersByTimeAsync(0);
    expect(backend.posted()).toEqual([REQUEST]);
  });
});

describe('consent to commercial messages', () => {
  it('is unticked at first and not given unless ticked', async () => {
    renderAt('/contact', <QuoteRequestPage />);
    expect(field.consent()).not.toBeChecked();
    await (await fill()).click(button());
    await waitFor(() => expect(page.notices).toEqual([SUCCESS]));
    expect(backend.posted()).toEqual([REQUEST]);
  });

  it('is sent as the version of the wording when ticked, not when unticked again', async () => {
    renderAt('/contact', <QuoteRequestPage />);
    const user = await fill();
    await user.click(field.consent());
    await user.click(button());
    await waitFor(() => expect(page.notices).toEqual([SUCCESS]));
    expect(field.consent()).not.toBeChecked();

    await fill(user);
    await user.click(field.consent());
    await user.click(field.consent());
    await user.click(button());
    await waitFor(() => expect(page.notices).toEqual([SUCCESS, SUCCESS]));
    expect(backend.posted()).toEqual([{ ...REQUEST, marketing_consent_version: consentVersion }, REQUEST]);
  });

  it('names the sender, how to reach them and how to unsubscribe, apart from the privacy notice', () => {
    renderAt('/contact', <QuoteRequestPage />);
    const details = field.consent().getAttribute('aria-describedby') ?? '';
    const description = document.getElementById(details);
    for (const part of ['désabonnement', 'legalName', 'postalAddress', 'contactEmail'] as const)
      expect(description?.textContent).toContain(part === 'désabonnement' ? part : siteConfig[part]);
    expect(field.consent()).not.toBeRequired();
    const notice = screen.getByRole('region', { name: 'Protection des renseignements personnels' });
    expect(notice).not.toContainElement(field.consent());
  });

  it('is kept by a draft, unless the wording has changed since', async () => {
    const first = renderAt('/contact', <QuoteRequestPage />);
    await userEvent.click(field.consent());
    first.unmount();
    const second = renderAt('/contact', <QuoteRequestPage />);
    expect(field.consent()).toBeChecked();
    second.unmount();

    writeDraft(REQUEST_DRAFT, {
      ...emptyQuoteRequest,
      contact_name: 'Ève',
      marketing_consent_version: '2020-01-01',
    });
    renderAt('/contact', <QuoteRequestPage />);
    expect(field.name()).toHaveValue('Ève');
    expect(field.consent()).not.toBeChecked();
    await (await fill()).click(button());
    await waitFor(() => expect(page.notices).toEqual([SUCCESS]));
    expect(backend.posted()).toEqual([expect.objectContaining({ marketing_consent_version: null })]);
  });
});

describe('the draft', () => {
  afterEach(() => vi.useRealTimers());

  it('survives a closed tab and is sent without delay', async () => {
    const first = renderAt('/contact', <QuoteRequestPage />);
    await fill();
    first.unmount();

    renderAt('/contact', <QuoteRequestPage />);
    expect(screen.getByText('Nous avons retrouvé votre brouillon.')).toBeVisible();
    expect(field.organization()).toHaveValue('Ville de Percé');
    expect(field.service()).toHaveValue('street-view');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(button());
    await vi.advanceTimersByTimeAsync(0);
    expect(page.notices).toEqual([SUCCESS]);
    expect(backend.posted()).toEqual([REQUEST]);
    expect(localStorage).toHaveLength(0);
  });

  it('is deleted on demand', async () => {
    const first = renderAt('/contact', <QuoteRequestPage />);
    await fill();
    first.unmount();
    renderAt('/contact', <QuoteRequestPage />);
    await userEvent.click(screen.getByRole('button', { name: 'Repartir de zéro' }));
    expect(field.organization()).toHaveValue('');
    expect(field.organization()).toHaveFocus();
    expect(screen.queryByText('Nous avons retrouvé votre brouillon.')).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  it('is kept after a failure', async () => {
    backend.answer = () => ({ status: 500, body: { message: 'panne' } });
    const first = renderAt('/contact', <QuoteRequestPage />);
    const user = await fill();
    await user.click(button());
    await waitFor(() => expect(page.notices).toEqual([FAILURE]));
    first.unmount();
    renderAt('/contact', <QuoteRequestPage />);
    expect(field.name()).toHaveValue('Ève Côté');
  });
});

describe('a link that prefills', () => {
  const link = '/contact?service=visite-virtuelle&visite=phare-de-metis';

  it('selects the service and names the tour, without saving a draft until something is typed', async () => {
    backend.serve({ tours: [tour('Phare de Métis')] });
    const first = renderAt(link, <QuoteRequestPage />);
    expect(field.service()).toHaveValue('visite-virtuelle');
    await waitFor(() =>
      expect(field.message()).toHaveDisplayValue(/semblable à «\u00a0Phare de Métis\u00a0»/),
    );
    expect(localStorage).toHaveLength(0);
    first.unmount();

    renderAt(link, <QuoteRequestPage />);
    await userEvent.type(field.name(), 'Ève');
    expect(localStorage).toHaveLength(1);
  });

  it('never replaces what was typed earlier', async () => {
    backend.serve({ tours: [tour('Phare de Métis')] });
    const first = renderAt('/contact', <QuoteRequestPage />);
    await userEvent.selectOptions(field.service(), 'Street View');
    await userEvent.type(field.message(), 'Mes rues');
    first.unmount();
    renderAt(link, <QuoteRequestPage />);
    await waitFor(() => expect(backend.requests).toHaveLength(1));
    expect(field.service()).toHaveValue('street-view');
    expect(field.message()).toHaveValue('Mes rues');
  });

  it('leaves the form as it is for anyone when its tour cannot be read', async () => {
    backend.answer = () => ({ status: 400, body: { message: 'refusé' } });
    renderAt(link, <QuoteRequestPage />);
    await waitFor(() => expect(backend.requests).toHaveLength(1));
    expect(field.service()).toHaveValue('visite-virtuelle');
    await userEvent.type(field.message(), 'Nos rues');
    expect(field.message()).toHaveValue('Nos rues');
  });

  it('is ignored when its parameters are invalid', () => {
    renderAt('/contact?service=inconnu&visite=../admin', <QuoteRequestPage />);
    expect(field.service()).toHaveValue('');
    expect(field.message()).toHaveValue('');
    expect(backend.requests).toEqual([]);
  });
});
