import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contact } from '@tests/contact-rows';
import { type BackendRequest, backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { inboundMessage } from '@tests/inbound-message-rows';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { InboundMessage } from '@/admin/data/conversations/inbound-messages';
import { ReadOnlyContext } from '@/shared/lib/read-only';

const { ContactConversation } = await import('./contact-conversation');

const one = contact({ status: 'contacté' });
let messages: InboundMessage[];
let answers: object[];
let refusal: object | undefined;

function serve({ target }: BackendRequest) {
  if (target === 'inbound_messages') return { body: messages };
  if (target === 'notifications') return { body: answers };
  if (target === 'email_sends') {
    const send = { id: 's1', subject: 'Vos bâtiments', status: 'envoyé', step: 0 };
    return {
      body: [{ ...send, finished_at: '2026-11-18T15:00:00Z', campaigns: { id: 'c1', name: 'Automne' } }],
    };
  }
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
const called = (name: string) => backend.sent('POST', `rpc/${name}`).map(({ body }) => body);

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  messages = [inboundMessage({ contact_id: one.id })];
  answers = [];
  refusal = undefined;
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
    const [first, second] = called('answer_message') as Record<string, string>[];
    expect(second).toMatchObject({
      message: messages[0]?.id,
      reply_subject: 'Re: Vos bâtiments',
      reply_body: 'Parfait, à mardi.',
    });
    // The same answer, tried again: it is sent once.
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

  it('offers « intéressé », which nothing sets by itself', async () => {
    open();
    await thread();
    await press(/Marquer/);
    await waitFor(() =>
      expect(called('set_contact_status')).toEqual([{ contact_ids: [one.id], status: 'intéressé' }]),
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
      expect(called('file_message')).toEqual([{ message: messages[0]?.id, contact: one.id }]),
    );
  });
});

describe('« retirez-moi »', () => {
  it('is proposed, and done in one press', async () => {
    messages = [inboundMessage({ contact_id: one.id, kind: 'removal' })];
    open();
    await thread();
    await press('Retirer des envois');
    await waitFor(() =>
      expect(called('settle_removal')).toEqual([{ message: messages[0]?.id, removed: true }]),
    );
  });

  it('is read by readers, who decide nothing', async () => {
    messages = [inboundMessage({ contact_id: one.id, kind: 'removal' })];
    open(true);
    expect(within(await thread()).queryByRole('button')).toBeNull();
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
