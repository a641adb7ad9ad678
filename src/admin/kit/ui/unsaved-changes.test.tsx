import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, Link, RouterProvider, useNavigate } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { SAVED_STATE } from '../lib/unsaved-text';
import { UnsavedChanges } from './unsaved-changes';

function Form() {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  return (
    <>
      <UnsavedChanges when={text !== ''} />
      <input aria-label="Titre" value={text} onChange={(event) => setText(event.target.value)} />
      <Link to="/liste">Liste</Link>
      <button type="button" onClick={() => navigate('/liste', { state: SAVED_STATE })}>
        Enregistrer
      </button>
    </>
  );
}

async function renderTyped(text: string) {
  const routes = [
    { path: '/', element: <Form /> },
    { path: '/liste', element: <p>La liste</p> },
  ];
  render(<RouterProvider router={createMemoryRouter(routes)} />);
  if (text) await userEvent.type(screen.getByLabelText('Titre'), text);
}

describe('UnsavedChanges', () => {
  it('asks at once: the network may be gone, nothing is fetched for it', async () => {
    await renderTyped('Fjord');
    await userEvent.click(screen.getByRole('link', { name: 'Liste' }));
    expect(screen.getByRole('alertdialog', { name: 'Quitter sans enregistrer?' })).toBeVisible();
  });
  it('asks before leaving; the text is still there when one stays', async () => {
    await renderTyped('Fjord');
    await userEvent.click(screen.getByRole('link', { name: 'Liste' }));
    const question = await screen.findByRole('alertdialog', { name: 'Quitter sans enregistrer?' });
    expect(question).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Continuer la saisie' }));
    expect(screen.getByLabelText('Titre')).toHaveValue('Fjord');
    await userEvent.click(screen.getByRole('link', { name: 'Liste' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Quitter sans enregistrer' }));
    expect(await screen.findByText('La liste')).toBeVisible();
  });
  it('does not ask when nothing changed, nor once it is saved', async () => {
    await renderTyped('Fjord');
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    expect(await screen.findByText('La liste')).toBeVisible();
  });
  it('tells the browser to ask before a reload, only when something would be lost', async () => {
    await renderTyped('');
    const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leave()).toBe(true);
    await userEvent.type(screen.getByLabelText('Titre'), 'x');
    expect(leave()).toBe(false);
  });
});
