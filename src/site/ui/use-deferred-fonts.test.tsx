import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { loadFaces } from '@/shared/lib/web-fonts';
import { BelowFold } from './below-fold';

it('leaves our faces to a part of a written page for later, unless they came before it was taken over', async () => {
  const written = renderToString(<BelowFold>Partie</BelowFold>);
  expect(written).toContain('faces-later');

  Object.defineProperty(document, 'fonts', { value: { load: async () => [] } });
  await loadFaces();
  const page = document.createElement('div');
  page.innerHTML = written;
  await act(async () => hydrateRoot(page, <BelowFold>Partie</BelowFold>));
  expect(page).toHaveTextContent('Partie');
  expect(page.innerHTML).not.toContain('faces-later');
});
