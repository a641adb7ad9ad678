import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contact } from '@tests/contact-rows';
import { type BackendRequest, backend, offline, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { inboundMessage } from '@tests/inbound-message-rows';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { InboundMessage } from '@/admin/messages/data/inbound-messages';
import { writeDraft } from '@/shared/lib/browser-draft';
import { ReadOnlyContext } from '@/shared/lib/read-only';

const { ContactConversation } = await import('./contact-conversation');

const one = contact({ status: 'contacté' });
let messages: InboundMessage[];
let answers: object[];
let refusal: object | undefined;
/** `isOffline` cuts the network; `isKept` is the fake server's answer to a saved draft. */
let isOffline: boolean;
let isKept: boolean;

function serve({ target }: BackendRequest) {
  if (target === 'inbound_messages') return { body: messages };
  if (target === 'notifications') return { body: answers };
  if (target === 'email_sends') {
    const send = { id: 's1', subject: 'Vos bâtiments', status: 'envoyé', step: 0 };
    return {
      body: [{ ...send, finished_at: '2026-11-18T15:00:00Z', campaigns: { id: 'c1', name: 'Automne' } }],
    };
  }
  if (target === 'rpc/save_answer_draft') return isOffline ? offline() : { body: isKept };
  if (target === 'rpc/answer_message' && refusal) return { status: 400, body: refusal };
  return { body: null };
}

const open = (isReadOnly = false) =>
  renderScreen(
    <ReadOnlyContext value={isReadOnly}>
      <ContactConversation contact={one} />
    </ReadOnlyContext>,
    { path: '/admin/contacts/x' },
  );
const thread = () => screen.findByRole('region', { name: 'Échanges' });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const callsOf = (name: string) => backend.sent('POST', `rpc/${name}`).map(({ body }) => body);

/** Simulates a write to the storage by another tab of this browser. */
const storageEvent = (key: string) =>
  new StorageEvent('storage', { key, newValue: localStorage.getItem(key) });

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  messages = [inboundMessage({ contact_id: one.id })];
  answers = [];
  refusal = undefined;
  [isOffline, isKept] = [false, true];
  backend.answer = serve;
});

describe('the conversation with a contact', () => {
  it('shows what was sent and what came back, oldest first, quotations folded', async () => {
    open();
    const entries = within(await thread()).getAllByRole('listitem');
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Message de campagne.*Vos bâtiments · Automne/),
      expect.stringMatching(/Ève Côté.*Réponse reçue.*Expéditeur vérifié.*Oui, cela nous intéresse/),
    ]);
    expect(screen.getByText('> Bonjour')).not.toBeVisible();
    expect(screen.getByText('Texte cité (1 ligne)')).toBeVisible();
  });

  it('is not there before anybody wrote back', async () => {
    messages = [];
    open();
    await waitFor(() => expect(backend.sent('GET', 'notifications')).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Échanges' })).toBeNull();
  });

  it('is answered in one press once written, and keeps the text that could not leave', async () => {
    refusal = {
      code: 'P0001',
      message: 'Cette adresse est en erreur permanente. La réponse n’a pas été envoyée.',
    };
    open();
    await thread();
    expect(screen.getByLabelText('Sujet')).toHaveValue('Re: Vos bâtiments');
    await press('Envoyer');
    expect(screen.getByText('Écrivez un sujet et un texte.')).toBeVisible();
    await userEvent.click(screen.getByLabelText('Texte'));
    await userEvent.paste('Parfait, à mardi.');
    await press('Envoyer');
    expect(await screen.findByText(/erreur permanente/)).toBeVisible();
    vi.mocked(console.error).mockClear();
    expect(screen.getByLabelText('Texte')).toHaveValue('Parfait, à mardi.');
    refusal = undefined;
    await press('Envoyer');
    expect(await screen.findByText(/La réponse part dans 10/)).toBeVisible();
    const [first, second] = callsOf('answer_message') as Record<string, string>[];
    expect(second).toMatchObject({
      message: messages[0]?.id,
      reply_subject: 'Re: Vos bâtiments',
      reply_body: 'Parfait, à mardi.',
    });
    // The second attempt has the same id, so the reply is sent once.
    expect(second?.reply).toBe(first?.reply);
    expect(screen.getByLabelText('Texte')).toHaveValue('');
  });

  it('takes up the text of an answer that was taken back', async () => {
    answers = [
      {
        id: 'd1',
        inbound_message_id: messages[0]?.id,
        state: 'brouillon',
        kind: 'reply',
        subject: 'Re: A',
        body: 'Repris',
        attachments: [],
      },
    ];
    open();
    await thread();
    expect(screen.getByLabelText('Texte')).toHaveValue('Repris');
  });

  describe('an answer that is being written', () => {
    const write = async (text: string) => {
      await userEvent.click(await screen.findByLabelText('Texte'));
      await userEvent.paste(text);
    };

    it('is kept on the server, and goes on as another once it left from another tab', async () => {
      open();
      await write('Parfait');
      expect(await screen.findByText('Brouillon enregistré', {}, { timeout: 5_000 })).toBeVisible();
      const [saved] = callsOf('save_answer_draft') as Record<string, string>[];
      expect(saved).toMatchObject({ message: messages[0]?.id, reply_body: 'Parfait' });
      isKept = false;
      await write(', à mardi');
      await waitFor(() => expect(callsOf('save_answer_draft')).toHaveLength(2));
      isKept = true;
      await waitFor(() => expect(callsOf('save_answer_draft')).toHaveLength(3));
      const last = callsOf('save_answer_draft')[2] as Record<string, string>;
      expect(last.reply_body).toBe('Parfait, à mardi');
      expect(last.reply).not.toBe(saved?.reply);
    });

    it('is found again after its tab was closed before the server had it', async () => {
      isOffline = true;
      const { unmount } = open();
      await write('Pas perdu');
      unmount();
      open();
      expect(await screen.findByLabelText('Texte')).toHaveValue('Pas perdu');
      isOffline = false;
      expect(await screen.findByText('Brouillon enregistré', {}, { timeout: 5_000 })).toBeVisible();
      vi.mocked(console.error).mockClear();
    });

    it('shows in the other tabs of this browser as it is typed', async () => {
      open();
      await thread();
      const name = `reply:message:${messages[0]?.id}`;
      writeDraft(name, { id: 'a1', subject: 'Re: Vos bâtiments', body: 'D’ailleurs', attachments: [] });
      act(() => void window.dispatchEvent(storageEvent(`draft:${name}`)));
      expect(screen.getByLabelText('Texte')).toHaveValue('D’ailleurs');
    });
  });

  it('offers « intéressé », which nothing sets by itself', async () => {
    open();
    await thread();
    await press(/Marquer/);
    await waitFor(() =>
      expect(callsOf('set_contact_status')).toEqual([{ contact_ids: [one.id], status: 'intéressé' }]),
    );
  });
});

describe('a sender that nobody is sure of', () => {
  it('is said with what was found, is not answered, and changes nothing until a person vouches', async () => {
    const doubt = {
      sender_check: 'fail',
      authentication: { spf: 'fail', dmarc: 'fail' },
      applied_at: null,
    } as const;
    messages = [inboundMessage({ contact_id: one.id, ...doubt })];
    open();
    await thread();
    expect(screen.getByText(/sans doute falsifié \(SPF fail, DMARC fail\)/)).toBeVisible();
    expect(screen.queryByLabelText('Texte')).toBeNull();
    await press('C’est bien cette personne');
    await waitFor(() =>
      expect(callsOf('file_message')).toEqual([{ message: messages[0]?.id, contact: one.id }]),
    );
  });
});

describe('« retirez-moi »', () => {
  it('is proposed, and done in one press', async () => {
    messages = [inboundMessage({ contact_id: one.id, kind: 'removal' })];
    open();
    await thread();
    await press('Retirer des envois');
    await waitFor(() => expect(callsOf('settle_removal')).toEqual([{ message: messages[0]?.id }]));
  });

  it('is read by readers, who decide nothing', async () => {
    messages = [inboundMessage({ contact_id: one.id, kind: 'removal' })];
    open(true);
    expect(within(await thread()).queryByRole('button')).toBeNull();
  });
});

describe('a message that was read for what it is not', () => {
  it.each([
    ['absence', 'C’est une réponse', 'reply'],
    ['automatic', 'C’est une réponse', 'reply'],
    ['automatic', 'C’est une absence', 'absence'],
    ['bounce', 'C’est une réponse', 'reply'],
    ['reply', 'C’est une absence', 'absence'],
    ['removal', 'C’est une absence', 'absence'],
    ['removal', 'Ce n’est pas une demande de retrait', 'reply'],
  ] as const)('%s: « %s »', async (kind, name, correct_kind) => {
    messages = [inboundMessage({ contact_id: one.id, kind })];
    open();
    await thread();
    await press(name);
    await waitFor(() =>
      expect(callsOf('correct_message')).toEqual([{ message: messages[0]?.id, correct_kind }]),
    );
  });

  it('is no question once the person was removed, and says the day of a return only of an absence', async () => {
    messages = [
      inboundMessage({ contact_id: one.id, kind: 'removal', settled_at: '2026-11-21T15:00:00Z' }),
      inboundMessage({ id: 'm2', contact_id: one.id, returns_on: '2026-12-15' }),
      inboundMessage({ id: 'm3', contact_id: one.id, kind: 'absence', returns_on: '2026-12-16' }),
    ];
    open();
    const entries = within(await thread()).getAllByRole('listitem');
    expect(entries.map(({ textContent }) => /De retour le [^;]*/.exec(textContent ?? '')?.[0])).toEqual([
      ...[undefined, undefined, undefined],
      'De retour le 16 décembre 2026',
    ]);
    expect(screen.queryByRole('button', { name: /pas une demande/ })).toBeNull();
  });
});

it('says that it could not be read, and tries again', async () => {
  backend.answer = () => ({ status: 500, body: { message: 'x' } });
  open();
  expect(await screen.findByRole('alert', {}, { timeout: 15_000 })).toHaveTextContent(
    'n’ont pas pu être chargés',
  );
  backend.answer = serve;
  await press('Réessayer');
  expect(await thread()).toBeVisible();
}, 20_000);
