import { withDetails } from '@contract/technical-details.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { TechnicalText } from './technical-details';

it('says the sentence, and folds what is for the installer', async () => {
  render(
    <TechnicalText text={withDetails('La rédaction automatique n’est pas activée.', 'LLM_BASE_URL.')} />,
  );
  expect(screen.getByText('La rédaction automatique n’est pas activée.')).toBeVisible();
  expect(screen.getByText('LLM_BASE_URL.')).not.toBeVisible();
  await userEvent.click(screen.getByText('Détails techniques'));
  expect(screen.getByText('LLM_BASE_URL.')).toBeVisible();
});

it('is the text alone where there is nothing technical', () => {
  const { container } = render(<TechnicalText text="Impossible de charger les visites" />);
  expect(container.innerHTML).toBe('Impossible de charger les visites');
});
