import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { campaignPaths } from '@/admin/campaigns/paths';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import {
  type Conversation,
  inboundMessages,
  isAnswerable,
  type SentCampaignMessage,
} from '@/admin/messages/data/inbound-messages';
import { AnswerForm } from '@/admin/messages/parts/answer-form';
import { MarkInterested } from '@/admin/messages/parts/mark-interested';
import { ReceivedMessage } from '@/admin/messages/parts/received-message';
import { SentEmail } from '@/admin/messages/parts/sent-email';
import { EntryHead } from '@/admin/messages/parts/thread-parts';
import { Button } from '@/shared/ui/button';
import type { Contact } from '../data/contact-list';

/**
 * A contact's replies, with the messages that they answered, and a field to answer. Renders nothing before their
 * first reply.
 */
export function ContactConversation({ contact }: { contact: Contact }) {
  const conversation = useQuery(inboundMessages.ofContact(contact.id));
  if (conversation.isError) {
    return (
      <p role="alert" className="rounded-xl border border-line bg-paper p-5 text-sm">
        Les échanges avec ce contact n’ont pas pu être chargés.{' '}
        <Button size="sm" variant="ghost" onClick={() => conversation.refetch()}>
          Réessayer
        </Button>
      </p>
    );
  }
  if (!conversation.data || conversation.data.messages.length === 0) return null;
  return <Thread contact={contact} conversation={conversation.data} />;
}

function Thread({ contact, conversation }: { contact: Contact; conversation: Conversation }) {
  const { sent, messages, answers, draft } = conversation;
  const entries: { id: string; at: string; content: ReactNode }[] = [
    ...sent.map((message) => ({
      id: message.id,
      at: message.finished_at ?? '',
      content: <CampaignMessage message={message} />,
    })),
    ...messages.map((message) => ({
      id: message.id,
      at: message.received_at,
      content: <ReceivedMessage message={message} place={{ contact: contact.id }} />,
    })),
    ...answers.map((email) => ({
      id: email.id,
      at: email.finished_at ?? email.created_at,
      content: <SentEmail email={email} />,
    })),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  // The newest message comes first.
  const last = messages.find(({ id }) => id === draft?.inbound_message_id) ?? messages.find(isAnswerable);
  return (
    <section aria-labelledby="echanges" className="rounded-xl border border-line bg-paper p-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id="echanges" className="text-lg font-semibold">
          Échanges
        </h2>
        <AdminsOnly>{last?.kind === 'reply' && <MarkInterested contact={contact} />}</AdminsOnly>
      </div>
      <ol className="space-y-2.5">
        {entries.map(({ id, content }) => (
          <li key={id} id={id}>
            {content}
          </li>
        ))}
      </ol>
      {last && (
        <AdminsOnly>
          <AnswerForm key={last.id} message={last} stored={draft} />
        </AdminsOnly>
      )}
    </section>
  );
}

function CampaignMessage({
  message: { subject, step, finished_at, campaigns: campaign },
}: {
  message: SentCampaignMessage;
}) {
  return (
    <div className="rounded-xl bg-mist px-4 py-2">
      <EntryHead title={step > 0 ? 'Relance' : 'Message de campagne'}>
        {finished_at && formatDateTime(finished_at)}
      </EntryHead>
      <p className="text-sm wrap-anywhere text-slate">
        {subject}
        {campaign && (
          <>
            {' · '}
            <Link className="underline" to={campaignPaths.one.href(campaign.id)}>
              {campaign.name}
            </Link>
          </>
        )}
      </p>
    </div>
  );
}
