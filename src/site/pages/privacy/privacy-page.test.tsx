import { screen, within } from '@testing-library/react';
import { renderAt } from '@tests/fake-backend';
import { describe, expect, it } from 'vitest';

const { PrivacyPage } = await import('./privacy-page');
const { SiteFooter } = await import('@/site/ui/footer');

describe('the privacy policy', () => {
  it('says what Loi 25 asks: purposes, access, place, retention, rights, person in charge, version', () => {
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
    // What the software does with messages: consent ledger, unsubscribing, suppression list, estimates, register.
    for (const words of [
      'registre des consentements',
      'six mois',
      'lien de désabonnement',
      'liste de retrait',
      'clé secrète',
      'même après la destruction',
      'règles de conservation',
      'estimations',
      'chaque copie remise',
    ])
      expect(container).toHaveTextContent(words);
    expect(container.querySelector('time')).toHaveAttribute('datetime', '2026-11-21');
    const person = within(container.querySelector('address') as HTMLElement);
    expect(person.getByText(/Personne responsable de la protection/)).toBeVisible();
    expect(person.getByRole('link')).toHaveAttribute('href', 'mailto:bonjour@territoire360.example');
  });

  it('is linked from the footer', () => {
    renderAt('/', <SiteFooter />);
    expect(screen.getByRole('link', { name: 'Politique de confidentialité' })).toHaveAttribute(
      'href',
      '/confidentialite',
    );
  });
});
