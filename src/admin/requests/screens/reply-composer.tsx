import { useMutation, useQuery } from '@tanstack/react-query';
import { Paperclip, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { ReplyForm } from '@/admin/kit/ui/reply-form';
import { TemplateChoice } from '@/admin/kit/ui/template-choice';
import { emailTemplates } from '@/admin/messages/data/email-templates';
import { useReplyDraft } from '@/admin/messages/parts/use-reply-draft';
import { missingSettings, settings } from '@/admin/settings/data/settings';
import { settingsPaths } from '@/admin/settings/paths';
import { siteConfig } from '@/shared/lib/site-config';
import { Button } from '@/shared/ui/button';
import type { QuoteRequest } from '../data/quote-requests';
import { type Attachment, attachmentRefusal, attachmentTypes, requestFiles } from '../data/request-files';
import { type RequestEmail, requestThread } from '../data/request-thread';
import { REPLY_HASH } from '../paths';
import { freshReply, readyReplies, replyFromTemplate, replyStart } from './request-reply';
import { useLikelyPlaces } from './use-likely-places';

type Props = {
  quote: QuoteRequest;
  stored: RequestEmail | undefined;
  /** The person's last message, visible while it is answered. */
  answered: string | null;
  onSent: () => void;
};

/** The reply to a request, sent by the studio's own server. */
export function ReplyComposer({ quote, stored, answered, onSent }: Props) {
  const identity = useQuery(settings.studio());
  const rules = useQuery(settings.sendingRules());
  const sender = identity.data?.sender_name || siteConfig.name;
  const send = useMutation(requestThread.send());
  const { draft, isUntouched, status, change, restart } = useReplyDraft({
    name: `reply:request:${quote.id}`,
    stored,
    fresh: freshReply(quote, sender),
    save: requestThread.saveDraft(quote.id),
    isSending: send.isPending,
  });
  const [error, setError] = useState<string>();
  const templates = useQuery(emailTemplates.list());
  const places = useLikelyPlaces(quote);
  const body = useRef<HTMLTextAreaElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === REPLY_HASH) body.current?.focus();
  }, [hash]);
  const missing = identity.data ? missingSettings(identity.data) : [];

  const submit = () => {
    if (send.isPending) return;
    const isEmpty = isUntouched || draft.body.trim() === '';
    setError(isEmpty ? 'Écrivez votre réponse.' : undefined);
    if (isEmpty) {
      body.current?.focus();
      return;
    }
    const { id: replyId, ...text } = draft;
    send.mutate(
      { id: replyId, quoteId: quote.id, text },
      {
        onSuccess: () => {
          restart();
          onSent();
        },
      },
    );
  };

  return (
    <div data-reply-composer>
      <ReplyForm
        to={quote.email}
        subject={draft.subject}
        body={draft.body}
        error={error}
        bodyRef={body}
        rows={9}
        startAt={isUntouched ? replyStart(draft) : undefined}
        pending={send.isPending}
        onChange={(text) => {
          if (text.body !== undefined) setError(undefined);
          change(text);
        }}
        onSubmit={submit}
        above={
          <>
            {answered && (
              <blockquote
                aria-label={`Message de ${quote.contact_name}`}
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a long one is scrolled with the keyboard
                tabIndex={0}
                className="max-h-32 overflow-y-auto rounded-lg border-l-4 border-line bg-mist px-3 py-2 text-sm wrap-anywhere whitespace-pre-line"
              >
                {answered}
              </blockquote>
            )}
            <TemplateChoice
              templates={[...readyReplies, ...(templates.data ?? [])]}
              onInsert={(template) => {
                const [place] = places.length === 1 ? places : [];
                const text = replyFromTemplate(
                  quote,
                  template,
                  place && { city: place.name, region: place.region },
                );
                change(isUntouched ? text : { body: `${draft.body.trimEnd()}\n\n${text.body}` });
              }}
            />
          </>
        }
        below={
          <>
            {identity.data && rules.data && (
              <p className="border-t border-line pt-2 text-xs wrap-anywhere whitespace-pre-line text-slate">
                Ajouté à la fin{'\u00a0'}: {identity.data.legal_name} ·{' '}
                {identity.data.postal_address.replace(/\n/g, ', ')} · {identity.data.contact_email}. Si la
                personne répond, son courriel arrive{' '}
                {rules.data.inbound_domain ? 'ici' : `à ${identity.data.contact_email}`}.
              </p>
            )}
            {missing.length > 0 && (
              <p className="rounded-lg bg-amber-pale px-3 py-2 text-sm text-amber-ink">
                Il manque{'\u00a0'}: {missing.join(', ')}. La réponse attendra dans la boîte d’envoi.{' '}
                <Link to={settingsPaths.studio.href()} className="underline">
                  Ouvrir les réglages
                </Link>
              </p>
            )}
            <Files
              quoteId={quote.id}
              files={draft.attachments}
              onChange={(attachments) => change({ attachments })}
            />
          </>
        }
        status={
          <p role="status" className="text-sm text-slate">
            {status}
          </p>
        }
      />
    </div>
  );
}

type FilesProps = { quoteId: string; files: Attachment[]; onChange: (files: Attachment[]) => void };

function Files({ quoteId, files, onChange }: FilesProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const upload = useMutation(requestFiles.upload());
  const [refusal, setRefusal] = useState<string>();
  const attach = (chosen: File[]) => {
    const reason = attachmentRefusal(files, chosen);
    setRefusal(reason);
    if (reason || chosen.length === 0) return;
    upload.mutate({ quoteId, files: chosen }, { onSuccess: (added) => onChange([...files, ...added]) });
  };
  return (
    <div>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={attachmentTypes}
        aria-label="Pièces jointes"
        onChange={(event) => {
          attach([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          variant="outline"
          pending={upload.isPending}
          onClick={() => chooser.current?.click()}
        >
          <Paperclip aria-hidden="true" className="size-4" />
          Joindre un fichier
        </Button>
        <span className="text-sm text-slate">PDF, JPEG ou PNG, 10&nbsp;Mo au total</span>
        {files.map((file) => (
          <span
            key={file.path}
            className="inline-flex max-w-full items-center gap-1 rounded-full bg-mist pl-3 text-sm"
          >
            <span className="truncate">{file.name}</span>
            <IconButton
              label={`Retirer ${file.name}`}
              onClick={() => onChange(files.filter(({ path }) => path !== file.path))}
            >
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          </span>
        ))}
      </div>
      {refusal && (
        <p role="alert" className="mt-1 text-sm font-medium text-sumac-deep">
          {refusal}
        </p>
      )}
    </div>
  );
}
