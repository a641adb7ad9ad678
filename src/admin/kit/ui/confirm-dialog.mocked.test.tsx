import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const network = vi.hoisted(() => ({ isDown: false }));

afterEach(() => vi.unstubAllGlobals());

/** Makes the dialog's import fail, as `import` does without a network. */
vi.mock('./confirm-dialog-content', async (original) => {
  const module = await original<typeof import('./confirm-dialog-content')>();
  return {
    get ConfirmDialogContent() {
      if (network.isDown) throw new TypeError('Failed to fetch dynamically imported module');
      return module.ConfirmDialogContent;
    },
  };
});

type Dialog = typeof import('./confirm-dialog').ConfirmDialog;

function List({ Dialog }: { Dialog: Dialog }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Supprimer Fjord
      </button>
      <p>{open ? 'Question posée' : 'Rien de demandé'}</p>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Supprimer?"
        description="Une visite"
        onConfirm={() => {}}
      />
    </>
  );
}

/** Renders a list on a page that has not loaded the dialog yet. */
async function openList() {
  vi.resetModules();
  const { ConfirmDialog } = await import('./confirm-dialog');
  const { onNotice } = await import('@/shared/lib/notify');
  const notices: (string | undefined)[] = [];
  onNotice(({ text }) => notices.push(text));
  render(<List Dialog={ConfirmDialog} />);
  return notices;
}

/** Waits long enough for the dialog's library, which is imported again in each test. */
const theQuestion = () => screen.findByRole('alertdialog', { name: 'Supprimer?' }, { timeout: 15_000 });

const pressDelete = () => userEvent.click(screen.getByRole('button', { name: 'Supprimer Fjord' }));

describe('ConfirmDialog', () => {
  beforeEach(() => {
    network.isDown = false;
  });

  it('says so when it cannot come, and comes when asked again once the network is back', async () => {
    network.isDown = true;
    const notices = await openList();
    await pressDelete();
    await waitFor(() =>
      expect(notices).toEqual([expect.stringContaining('Une partie de la page n’a pas pu être chargée.')]),
    );
    expect(screen.getByText('Rien de demandé')).toBeVisible();
    network.isDown = false;
    await pressDelete();
    expect(await theQuestion()).toBeVisible();
    expect(notices).toHaveLength(1);
  });

  it('fetched before the network went, it comes', async () => {
    vi.stubGlobal('requestIdleCallback', (work: () => void) => work());
    vi.stubGlobal('cancelIdleCallback', () => {});
    await openList();
    // The dialog is loaded after the first interaction.
    window.dispatchEvent(new Event('pointermove'));
    await new Promise((done) => setTimeout(done));
    network.isDown = true;
    await pressDelete();
    expect(await theQuestion()).toBeVisible();
  });
});
