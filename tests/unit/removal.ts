import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Presses what deletes one thing, answers yes to « Confirmer la suppression », and returns what the question said. */
export async function removeByButton(name: string | RegExp): Promise<string> {
  await userEvent.click(await screen.findByRole('button', { name }));
  const question = await screen.findByRole('alertdialog', { name: 'Confirmer la suppression' });
  const text = question.textContent ?? '';
  await userEvent.click(within(question).getByRole('button', { name: 'Supprimer' }));
  return text;
}
