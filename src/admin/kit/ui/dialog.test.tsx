import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { notify } from '@/shared/lib/notify';
import { TextField } from '@/shared/ui/form-fields';
import { Notifications } from '@/shared/ui/notifications';
import { ConfirmDialog } from './confirm-dialog';
import { FormDialog } from './form-dialog';
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

it('a dialog that begins with a field has the focus there, another one on its cross', () => {
  const renderDialog = (children: ReactNode) =>
    render(
      <Modal onClose={() => {}} title="Fjord">
        {children}
      </Modal>,
    );
  const { unmount } = renderDialog(<input aria-label="Nom" />);
  expect(screen.getByRole('textbox', { name: 'Nom' })).toHaveFocus();
  unmount();
  renderDialog(
    <>
      <button type="button">Écarter</button>
      <input aria-label="Contact" />
    </>,
  );
  expect(screen.getByRole('button', { name: 'Fermer' })).toHaveFocus();
});

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

describe('a message over a dialog', () => {
  afterEach(() => toast.dismiss());

  async function openWithMessage(name: string) {
    render(
      <>
        <Screen />
        <Notifications />
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name }));
    const dialog = await screen.findByRole(/Voir/.test(name) ? 'dialog' : 'alertdialog');
    notify.error('Impossible de sauvegarder');
    return { dialog, message: await screen.findByText('Impossible de sauvegarder') };
  }

  it.each([['Supprimer Fjord'], ['Voir Fjord']])('is closed by the mouse alone (« %s »)', async (name) => {
    const { dialog, message } = await openWithMessage(name);
    const region = screen.getByRole('region', { name: 'Notifications' });
    // No style sheet is loaded here: notifications.spec.ts tests that the button receives the pointer.
    const mouse = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
    await mouse.click(within(region).getByRole('button', { name: 'Fermer' }));
    await waitFor(() => expect(message).not.toBeInTheDocument());
    expect(dialog).toBeVisible();
  });

  it.each([['Supprimer Fjord'], ['Voir Fjord']])('leaves Escape to the dialog (« %s »)', async (name) => {
    const { dialog, message } = await openWithMessage(name);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(message).toBeInTheDocument();
  });
});

function Note({ onClose }: { onClose: () => void }) {
  const form = useForm({ defaultValues: { note: '' } });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Noter un appel"
      description="Ce qui s’est dit"
      submitLabel="Consigner"
      pending={false}
      onSubmit={() => {}}
    >
      <TextField<{ note: string }> name="note" label="Note" />
    </FormDialog>
  );
}

describe('a dialog that is a form', () => {
  function prepare() {
    const onClose = vi.fn();
    render(<Note onClose={onClose} />);
    return { onClose, pressEscape: () => userEvent.keyboard('{Escape}') };
  }

  it('closes at Escape while nothing is typed', async () => {
    const { onClose, pressEscape } = prepare();
    await pressEscape();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('asks at Escape before what was typed is lost', async () => {
    const { onClose, pressEscape } = prepare();
    await userEvent.click(screen.getByRole('textbox'));
    await userEvent.paste('Rappeler mardi');
    await pressEscape();
    await userEvent.click(await screen.findByRole('button', { name: 'Continuer la saisie' }));
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByRole('textbox')).toHaveValue('Rappeler mardi');
    await pressEscape();
    await userEvent.click(await screen.findByRole('button', { name: 'Fermer sans enregistrer' }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});
