import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { SendButton } from './send-button';

it('Ctrl+Enter in a field presses « Envoyer par courriel », once the draft is kept and under no dialog', async () => {
  const onPress = vi.fn();
  const draft = (isKept: boolean, hasDialog = false) => (
    <>
      <input aria-label="Objet" />
      {hasDialog && <div role="dialog" />}
      <SendButton disabled={!isKept} onPress={onPress} />
    </>
  );
  const { rerender } = render(draft(false));
  await userEvent.type(screen.getByLabelText('Objet'), 'Rues{Control>}{Enter}{/Control}');
  rerender(draft(true, true));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(onPress).not.toHaveBeenCalled();
  rerender(draft(true));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(onPress).toHaveBeenCalledOnce();
});
