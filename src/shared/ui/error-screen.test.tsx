import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary';

function Broken(): never {
  throw new Error('panne');
}

it('a screen that fails is replaced: the printed words for screen readers, French for everyone, two ways out', () => {
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  // React reports it, and so do we: an error nobody hears of is never mended.
  expect(vi.mocked(console.error).mock.calls.length).toBeGreaterThan(0);
  vi.mocked(console.error).mockClear();

  expect(screen.getByRole('alert')).toHaveTextContent('Unexpected Application Error');
  expect(screen.getByText('Unexpected Application Error')).toHaveAttribute('lang', 'en');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Cette page a rencontré un problème');
  expect(screen.getByRole('button', { name: 'Recharger la page' })).toBeEnabled();
  expect(screen.getByRole('link', { name: 'Retour à l’accueil' })).toHaveAttribute('href', '/');
});
