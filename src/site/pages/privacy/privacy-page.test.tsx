import { screen, waitFor, within } from '@testing-library/react';
import { backend, renderAt } from '@tests/fake-backend';
import { studioProfile } from '@tests/studio-profile-rows';
import { describe, expect, it } from 'vitest';

const { PrivacyPage } = await import('./privacy-page');
const { SiteFooter } = await import('@/site/ui/footer');

describe('the privacy policy', () => {
  it('contains what Loi 25 requires: purposes, access, place, retention, rights, person in charge, version', () => {
    const { container } = renderAt('/confidentialite', <PrivacyPage />);
    expect(screen.getByRole('heading', { level: 1, name: 'Politique de confidentialité' })).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)).toEqual([
      'En bref',
      'Ce que nous recueillons, et pourquoi',
      'Témoins et stockage dans votre navigateur',
      'Qui y a accès',
      'Combien de temps',
      'Vos droits',
      'Protection et changements',
    ]);
    for (const word of ['accès', 'rectification', 'retirer', 'portabilité', 'extérieur du Québec', 'LCAP'])
      expect(container).toHaveTextContent(word);
    // The page says what the software does with messages: consent ledger, unsubscribing, suppression list, estimates,
    // register.
    for (const words of [
      'registre des consentements',
      'six mois',
      'lien de désabonnement',
      'liste de retrait',
      'clé secrète',
      'même après la destruction',
      'estimations',
      'chaque copie remise',
    ])
      expect(container).toHaveTextContent(words);
    expect(container.querySelector('time')).toHaveAttribute('datetime', '2026-11-27');
    const person = within(container.querySelector('address') as HTMLElement);
    expect(person.getByText(/Personne responsable de la protection/)).toBeVisible();
    expect(person.getByRole('link')).toHaveAttribute('href', 'mailto:bonjour@territoire360.example');
  });

  it('says after how many months requests and organisations are erased, where the studio set a number', async () => {
    backend.answer = () => ({
      body: studioProfile({ quote_requests_months: 24, rejected_prospects_months: 12 }),
    });
    const { container } = renderAt('/confidentialite', <PrivacyPage />);
    expect(container).toHaveTextContent('détruites ou rendues anonymes par nous.');
    await waitFor(() => expect(container).toHaveTextContent('au plus tard 24 mois après leur réception.'));
    expect(container).toHaveTextContent('effacées automatiquement 12 mois après avoir été écartées.');
  });

  it('is linked from the footer', () => {
    renderAt('/', <SiteFooter />);
    expect(screen.getByRole('link', { name: 'Politique de confidentialité' })).toHaveAttribute(
      'href',
      '/confidentialite',
    );
  });
});
