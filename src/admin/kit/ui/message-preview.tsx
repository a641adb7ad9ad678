import { type ConsentFacts, reasonToWrite, renderMessageBody } from '@message/message-body.ts';
import { useId } from 'react';

/** The sender, as each message of a campaign states it after its text. */
export type MessageIdentity = {
  legal_name: string;
  postal_address: string;
  contact_email: string;
  contact_phone?: string | null;
  /** Reason why the recipient gets it; without it, the message uses general words. */
  consent?: ConsentFacts | null | undefined;
};

const messageClass =
  'mt-3 space-y-3 wrap-anywhere [&_a:not(.bouton)]:underline [&_li]:ml-5 [&_ol>li]:list-decimal [&_ul>li]:list-disc [&_strong]:font-semibold [&_em]:italic';

/**
 * Shows a message as its reader sees it, rendered by the same function as the sent one.
 *
 * @param subject with its variables replaced, like `body`
 * @param identity of the block that ends a campaign's message; without it, that block is not shown
 * @param recipient the address that the block mentions
 */
export function MessagePreview({
  title,
  subject,
  body,
  identity,
  recipient = '',
}: {
  title: string;
  subject: string;
  body: string;
  identity?: MessageIdentity | null | undefined;
  recipient?: string;
}) {
  const titleId = useId();
  const { html, preheader } = renderMessageBody(body);
  return (
    <section aria-labelledby={titleId} className="rounded-xl border border-line bg-snow p-5">
      <h2 id={titleId} className="text-sm font-semibold text-slate">
        {title}
      </h2>
      <p className="mt-2 font-semibold wrap-anywhere">{subject || 'Sans sujet'}</p>
      {preheader && (
        <p className="text-sm wrap-anywhere text-slate">
          <span className="sr-only">Texte d’aperçu&nbsp;: </span>
          {preheader}
        </p>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: renderMessageBody escapes all that it was given; its tests try to break it */}
      <div className={messageClass} dangerouslySetInnerHTML={{ __html: html }} />
      {identity && <Identification identity={identity} recipient={recipient} />}
    </section>
  );
}

/** The block that the sender adds, in its words (supabase/functions/_shared/campaign). */
function Identification({ identity, recipient }: { identity: MessageIdentity; recipient: string }) {
  const { legal_name, postal_address, contact_email, contact_phone, consent } = identity;
  return (
    <div className="mt-6 border-t border-line pt-3 text-sm wrap-anywhere text-slate">
      <p className="font-semibold">{legal_name || 'Nom légal à remplir'}</p>
      <p className="whitespace-pre-line">{postal_address || 'Adresse postale à remplir'}</p>
      <p>{contact_email || 'Courriel de contact à remplir'}</p>
      {contact_phone && <p>{contact_phone}</p>}
      <p className="mt-3">{reasonToWrite(legal_name || '…', recipient, consent)}</p>
      <p className="underline">Se désabonner</p>
    </div>
  );
}
