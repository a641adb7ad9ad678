import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Presses a delete button, accepts « Confirmer la suppression », and returns the text of that dialog. */
export async function removeByButton(name: string | RegExp): Promise<string> {
  await userEvent.click(await screen.findByRole('button', { name }));
  const question = await screen.findByRole('alertdialog', { name: 'Confirmer la suppression' });
  const text = question.textContent ?? '';
  await userEvent.click(within(question).getByRole('button', { name: 'Supprimer' }));
  return text;
}
