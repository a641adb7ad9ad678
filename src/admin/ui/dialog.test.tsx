import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { ConfirmDialog } from './confirm-dialog';
import { Modal } from './modal';

function Screen() {
  const [open, setOpen] = useState<'confirm' | 'modal'>();
  const [rows, setRows] = useState(1);
  const close = () => setOpen(undefined);
  return (
    <main tabIndex={-1}>
      {rows > 0 && (
        <>
          <button type="button" onClick={() => setOpen('confirm')}>
            Supprimer Fjord
          </button>
          <button type="button" onClick={() => setOpen('modal')}>
            Voir Fjord
          </button>
        </>
      )}
      {open === 'modal' && (
        <Modal onClose={close} title="Fjord">
          <p>Une visite</p>
        </Modal>
      )}
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={close}
        title="Supprimer?"
        description="Une visite"
        onConfirm={() => {
          setRows(0);
          close();
        }}
      />
    </main>
  );
}

describe('the focus, once a dialog is closed', () => {
  it.each([['Supprimer Fjord'], ['Voir Fjord']])('goes back to « %s », which opened it', async (name) => {
    render(<Screen />);
    const opener = screen.getByRole('button', { name });
    await userEvent.click(opener);
    await waitFor(() => expect(opener).not.toHaveFocus());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it('goes to the screen when the opener went with what was deleted', async () => {
    render(<Screen />);
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer Fjord' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Supprimer' }));
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });
});
