import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contact } from '@tests/contact-rows';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { inboundMessage } from '@tests/inbound-message-rows';
import { beforeEach, describe, expect, it } from 'vitest';
import { toListed } from '@/admin/contacts/data/contact-list';
import type { InboundMessage } from '@/admin/messages/data/inbound-messages';

const { likelySender, UnsortedMessages } = await import('./unsorted-messages');

const mayorContact = contact({
  id: 'c1',
  name: 'Marc Roy',
  company: 'Ville de Percé',
  email: 'mairie@perce.test',
});
const otherContact = contact({ id: 'c2', name: 'Lise Roy', company: 'MRC', email: 'lise@mrc.test' });
let messages: InboundMessage[];

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  messages = [inboundMessage({ applied_at: null })];
  backend.answer = ({ method, target, query }) => {
    if (target === 'inbound_messages') return { body: messages };
    if (target === 'contacts')
      return { body: Number(query.get('offset') ?? 0) > 0 ? [] : [mayorContact, otherContact] };
    if (method === 'POST') messages = [];
    return { body: null };
  };
});

const open = async () => {
  renderScreen(<UnsortedMessages />, { path: '/admin/soumissions' });
  await userEvent.click(await screen.findByRole('button', { name: 'À classer (1)' }));
  return screen.findByRole('dialog', { name: 'Messages à classer' });
};
const callsOf = (name: string) => backend.sent('POST', `rpc/${name}`).map(({ body }) => body);

describe('« À classer »', () => {
  it('proposes the contact of the same organisation, filed in one press', async () => {
    const dialog = await open();
    const press = await within(dialog).findByRole('button', {
      name: 'Rattacher à Marc Roy (Ville de Percé)',
    });
    await userEvent.click(press);
    await waitFor(() =>
      expect(callsOf('file_message')).toEqual([
        { message: messages[0]?.id ?? inboundMessage().id, contact: 'c1' },
      ]),
    );
    expect(await within(dialog).findByText('Tout est classé.')).toBeVisible();
  });

  it('takes another contact, by name', async () => {
    const dialog = await open();
    await userEvent.click(within(dialog).getByRole('combobox', { name: 'Rattacher à un contact' }));
    await userEvent.paste('lise');
    await userEvent.click(await screen.findByRole('option', { name: /Lise Roy/ }));
    await waitFor(() =>
      expect(callsOf('file_message')).toEqual([{ message: inboundMessage().id, contact: 'c2' }]),
    );
  });

  it('discards, with « Annuler »', async () => {
    const dialog = await open();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Écarter' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Annuler' }));
    await waitFor(() =>
      expect(callsOf('discard_message')).toEqual([
        { message: inboundMessage().id, discarded: true },
        { message: inboundMessage().id, discarded: false },
      ]),
    );
  });

  it('is not there when nothing waits', async () => {
    messages = [];
    renderScreen(<UnsortedMessages />, { path: '/admin/soumissions' });
    await waitFor(() => expect(backend.sent('GET', 'inbound_messages')).toHaveLength(1));
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('whom a message may be from', () => {
  const people = [mayorContact, otherContact].map(toListed);
  it.each([
    ['mairie@perce.test', 'x', 'c1'],
    ['adjointe@perce.test', 'x', 'c1'],
    ['x@ailleurs.test', 'x', undefined],
  ])('%s', (from_email, from_name, expected) => {
    expect(likelySender({ from_email, from_name }, people)?.id).toBe(expected);
  });

  it('says nothing of two people of one organisation, unless the name is theirs', () => {
    const two = [...people, toListed(contact({ id: 'c3', name: 'Ève Côté', email: 'eve.cote@perce.test' }))];
    expect(likelySender({ from_email: 'x@perce.test', from_name: 'Guy' }, two)).toBeUndefined();
    expect(likelySender({ from_email: 'x@perce.test', from_name: 'ève côté' }, two)?.id).toBe('c3');
  });

  it.each(['gmail.com', 'telus.net', 'hotmail.ca', 'cgocable.ca', 'courriel.videotron.com'])(
    'says nothing of a mailbox of anybody: %s',
    (domain) => {
      const only = [toListed(contact({ id: 'c4', email: `a@${domain}` }))];
      expect(likelySender({ from_email: `b@${domain}`, from_name: 'b' }, only)).toBeUndefined();
    },
  );
});
