import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { api, renderAt, tour } from '@tests/fake-site-api';
import {
  beforeEachQuote,
  button,
  FAILURE,
  field,
  fill,
  page,
  REQUEST,
  SUCCESS,
} from '@tests/quote-request-form-driver';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { consentVersion } from '@/shared/data/marketing-consent';
import { siteConfig } from '@/shared/lib/site-config';
import { emptyQuote } from '@/site/data/quote-requests.schema';
import { saveDraft } from './quote-request-draft';

const { ContactPage } = await import('./quote-request-page');

beforeEachQuote();

describe('robots', () => {
  it('are shown the same success and send nothing when they fill the hidden field', async () => {
    const { container } = renderAt('/contact', <ContactPage />);
    const user = await fill();
    const trap = container.querySelector<HTMLInputElement>('input[name="reference_interne"]');
    expect(trap).toHaveAttribute('tabindex', '-1');
    expect(trap?.closest('[aria-hidden="true"]')).not.toBeNull();
    fireEvent.change(trap as HTMLInputElement, { target: { value: 'https://spam.example' } });
    await user.click(button());
    await waitFor(() => expect(page.notices).toEqual([SUCCESS]));
    expect(api.requests).toEqual([]);
    expect(field.organization()).toHaveValue('');
  });

  it('are shown it even when the field holds but a space', async () => {
    const { container } = renderAt('/contact', <ContactPage />);
    const user = await fill();
    fireEvent.change(container.querySelector('input[name="reference_interne"]') as HTMLInputElement, {
      target: { value: ' ' },
    });
    await user.click(button());
    await waitFor(() => expect(page.notices).toEqual([SUCCESS]));
    expect(api.requests).toEqual([]);
  });
});

describe('somebody quicker than three seconds', () => {
  afterEach(() => vi.useRealTimers());

  it('waits for what is left, then the request leaves, once', async () => {
    renderAt('/contact', <ContactPage />);
    await fill();
    page.clock = 1000 + 1200;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(button());
    await vi.advanceTimersByTimeAsync(1799);
    expect(button()).toHaveTextContent('Envoi en cours…');
    fireEvent.click(button());
    expect(api.requests).toEqual([]);
    expect(page.notices).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(page.notices).toEqual([SUCCESS]);
    expect(api.inserted()).toEqual([REQUEST]);
  });

  it('is not made to wait once they have passed', async () => {
    renderAt('/contact', <ContactPage />);
    await fill();
    page.clock = 1000 + 3000;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(button());
    await vi.advanceTimersByTimeAsync(0);
    expect(api.inserted()).toEqual([REQUEST]);
  });
});

describe('consent to commercial messages', () => {
  it('is not given by somebody who leaves the box alone, which starts unticked', async () => {
    renderAt('/contact', <ContactPage />);
    expect(field.consent()).not.toBeChecked();
    await (await fill()).click(button());
    await waitFor(() => expect(page.notices).toEqual([SUCCESS]));
    expect(api.inserted()).toEqual([REQUEST]);
  });

  it('is sent as the version of the wording that was ticked, and not after it was unticked', async () => {
    renderAt('/contact', <ContactPage />);
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
    expect(api.inserted()).toEqual([{ ...REQUEST, marketing_consent_version: consentVersion }, REQUEST]);
  });

  it('names who asks, how to reach them and the way out, apart from the privacy notice', () => {
    renderAt('/contact', <ContactPage />);
    const details = field.consent().getAttribute('aria-describedby') ?? '';
    const said = document.getElementById(details);
    for (const part of ['désabonnement', 'legalName', 'postalAddress', 'contactEmail'] as const)
      expect(said?.textContent).toContain(part === 'désabonnement' ? part : siteConfig[part]);
    expect(field.consent()).not.toBeRequired();
    const notice = screen.getByRole('region', { name: 'Protection des renseignements personnels' });
    expect(notice).not.toContainElement(field.consent());
  });

  it('is kept by a draft, unless the wording has changed since', async () => {
    const first = renderAt('/contact', <ContactPage />);
    await userEvent.click(field.consent());
    first.unmount();
    const second = renderAt('/contact', <ContactPage />);
    expect(field.consent()).toBeChecked();
    second.unmount();

    saveDraft({ ...emptyQuote, contact_name: 'Ève', marketing_consent_version: '2020-01-01' });
    renderAt('/contact', <ContactPage />);
    expect(field.name()).toHaveValue('Ève');
    expect(field.consent()).not.toBeChecked();
    await (await fill()).click(button());
    await waitFor(() => expect(page.notices).toEqual([SUCCESS]));
    expect(api.inserted()).toEqual([expect.objectContaining({ marketing_consent_version: null })]);
  });
});

describe('the draft', () => {
  it('survives a closed tab, and may be sent at once', async () => {
    const first = renderAt('/contact', <ContactPage />);
    await fill();
    first.unmount();

    renderAt('/contact', <ContactPage />);
    expect(screen.getByText('Nous avons retrouvé votre brouillon.')).toBeVisible();
    expect(field.organization()).toHaveValue('Ville de Percé');
    expect(field.service()).toHaveValue('street-view');
    await userEvent.click(button());
    await waitFor(() => expect(page.notices).toEqual([SUCCESS]));
    expect(api.inserted()).toEqual([REQUEST]);
    expect(localStorage).toHaveLength(0);
  });

  it('is thrown away on demand', async () => {
    const first = renderAt('/contact', <ContactPage />);
    await fill();
    first.unmount();
    renderAt('/contact', <ContactPage />);
    await userEvent.click(screen.getByRole('button', { name: 'Repartir de zéro' }));
    expect(field.organization()).toHaveValue('');
    expect(field.organization()).toHaveFocus();
    expect(screen.queryByText('Nous avons retrouvé votre brouillon.')).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  it('is kept after a failure', async () => {
    api.answer = () => ({ status: 500, body: { message: 'panne' } });
    const first = renderAt('/contact', <ContactPage />);
    const user = await fill();
    await user.click(button());
    await waitFor(() => expect(page.notices).toEqual([FAILURE]));
    first.unmount();
    renderAt('/contact', <ContactPage />);
    expect(field.name()).toHaveValue('Ève Côté');
  });
});

describe('a link that prefills', () => {
  const link = '/contact?service=visite-virtuelle&visite=phare-de-metis';

  it('chooses the service and names the tour, which is no draft until something is typed', async () => {
    api.serve({ tours: [tour('Phare de Métis')] });
    const first = renderAt(link, <ContactPage />);
    expect(field.service()).toHaveValue('visite-virtuelle');
    await waitFor(() =>
      expect(field.message()).toHaveDisplayValue(/semblable à «\u00a0Phare de Métis\u00a0»/),
    );
    expect(localStorage).toHaveLength(0);
    first.unmount();

    renderAt(link, <ContactPage />);
    await userEvent.type(field.name(), 'Ève');
    expect(localStorage).toHaveLength(1);
  });

  it('never replaces what was typed earlier', async () => {
    api.serve({ tours: [tour('Phare de Métis')] });
    const first = renderAt('/contact', <ContactPage />);
    await userEvent.selectOptions(field.service(), 'Street View');
    await userEvent.type(field.message(), 'Mes rues');
    first.unmount();
    renderAt(link, <ContactPage />);
    await waitFor(() => expect(api.requests).toHaveLength(1));
    expect(field.service()).toHaveValue('street-view');
    expect(field.message()).toHaveValue('Mes rues');
  });

  it('is ignored where it makes no sense', () => {
    renderAt('/contact?service=inconnu&visite=../admin', <ContactPage />);
    expect(field.service()).toHaveValue('');
    expect(field.message()).toHaveValue('');
    expect(api.requests).toEqual([]);
  });
});
