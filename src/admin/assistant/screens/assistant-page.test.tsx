import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const { AssistantPage } = await import('./assistant-page');

const key = `t360_${'a'.repeat(64)}`;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const stored = (change: object = {}) => ({
  ...{ id: '1', name: 'Claude', created_at: inDays(-3), expires_at: inDays(27) },
  ...{ last_used_at: null, revoked_at: null, ...change },
});

let keys: object[];
let calls: object[];
beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  [keys, calls] = [[], []];
  backend.answer = ({ target }) => {
    if (target === 'rpc/create_assistant_key') {
      keys = [stored()];
      return { body: key };
    }
    if (target === 'rpc/revoke_assistant_key') keys = [stored({ revoked_at: inDays(0) })];
    return { body: target === 'rpc/assistant_keys' ? { keys, calls } : [] };
  };
});
const open = () => renderScreen(<AssistantPage />, { path: '/admin/parametres/assistant' });

describe('the assistant', () => {
  it('nobody is let in until a key is made: it is shown once, copied, then revoked', async () => {
    const user = userEvent.setup();
    const copy = vi.spyOn(navigator.clipboard, 'writeText');
    open();
    expect(await screen.findByText('Aucun assistant n’est branché')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Créer une clé' }));
    expect(await screen.findByText('Donnez un nom à l’assistant')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: /Nom de l’assistant/ }), 'Claude');
    await user.click(screen.getByRole('button', { name: 'Créer une clé' }));
    expect(await screen.findByLabelText('Clé')).toHaveValue(key);
    expect(screen.getByLabelText('Adresse du serveur MCP')).toHaveValue(
      'http://127.0.0.1:1/functions/v1/assistant',
    );
    expect(backend.posted()).toContainEqual({ name: 'Claude', days: 30 });
    await user.click(screen.getAllByRole('button', { name: 'Copier' }).at(-1) as HTMLElement);
    expect(copy).toHaveBeenCalledWith(key);
    const table = await screen.findByRole('table', { name: 'Vos clés' });
    expect(within(table).getByText('Valide')).toBeVisible();
    await user.click(within(table).getByRole('button', { name: 'Révoquer la clé Claude' }));
    expect(await within(table).findByText('Révoquée')).toBeVisible();
  });

  it('says what was read, how many lines it gave, and nothing of the texts', async () => {
    keys = [stored({ expires_at: inDays(-1) })];
    calls = [
      {
        ...{ id: 2, key_name: 'Claude', tool: 'chercher', arguments: { texte: '8 caractères' } },
        ...{ row_count: 3, refusal: null, called_at: inDays(-1) },
      },
      {
        ...{
          id: 1,
          key_name: 'Claude',
          tool: 'draft_note',
          arguments: { id: 'e701c340-8539-42c2-aa14-4594fcd8960d', target: 'contact' },
        },
        ...{ row_count: 0, refusal: 'Ce brouillon est trop long.', called_at: inDays(-1) },
      },
    ];
    open();
    const table = await screen.findByRole('table', { name: 'Ce que l’assistant a demandé' });
    expect(within(table).getByText('Une recherche')).toBeVisible();
    expect(within(table).getByText(/8 caractères/)).toBeVisible();
    expect(within(table).getByText(/3\slignes/)).toBeVisible();
    expect(within(table).getByText('Refusée')).toBeVisible();
    expect(within(table).getByText(/^fiche.: E701C340\. Ce brouillon est trop long\.$/)).toBeVisible();
    expect(screen.getByText('Échue')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Révoquer/ })).toBeNull();
  });
});
