import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary';

function Broken(): never {
  throw new Error('panne');
}

it('replaces a screen that fails to render: the specified English text for screen readers, French for all, two ways out', () => {
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  // Both React and the error boundary log the error.
  expect(vi.mocked(console.error).mock.calls.length).toBeGreaterThan(0);
  vi.mocked(console.error).mockClear();

  expect(screen.getByRole('alert')).toHaveTextContent('Unexpected Application Error');
  expect(screen.getByText('Unexpected Application Error')).toHaveAttribute('lang', 'en');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Cette page a rencontré un problème');
  expect(screen.getByRole('button', { name: 'Recharger la page' })).toBeEnabled();
  expect(screen.getByRole('link', { name: 'Retour à l’accueil' })).toHaveAttribute('href', '/');
});
