import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { SendButton } from './send-button';

it('Ctrl+Enter in a field presses « Envoyer par courriel » once the draft is kept, and not under a dialog', async () => {
  const onPress = vi.fn();
  const draft = (isKept: boolean, hasDialog = false) => (
    <>
      <input aria-label="Objet" />
      {hasDialog && <div role="dialog" />}
      <SendButton disabled={!isKept} onPress={onPress} />
    </>
  );
  const { rerender } = render(draft(true, true));
  await userEvent.type(screen.getByLabelText('Objet'), 'Rues{Control>}{Enter}{/Control}');
  expect(onPress).not.toHaveBeenCalled();
  rerender(draft(true));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(onPress).toHaveBeenCalledOnce();
  // While the last letters are being saved it waits for that, unless one writes on.
  rerender(draft(false));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(onPress).toHaveBeenCalledOnce();
  rerender(draft(true));
  expect(onPress).toHaveBeenCalledTimes(2);
  rerender(draft(false));
  await userEvent.keyboard('{Control>}{Enter}{/Control}s');
  rerender(draft(true));
  expect(onPress).toHaveBeenCalledTimes(2);
});
