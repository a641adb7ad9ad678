import { renderMessageBody } from '@message/message-body.ts';
import { fillSubject, fillTemplate } from '@message/template-text.ts';
import { sampleContact } from './sample-contact';

const messageClass =
  'mt-3 space-y-3 break-words [&_a]:underline [&_li]:ml-5 [&_li]:list-disc [&_strong]:font-semibold [&_em]:italic';

/** The message as a contact would read it, made by the very function that makes what is sent. */
export function TemplatePreview({ subject, body }: { subject: string; body: string }) {
  const { html } = renderMessageBody(fillTemplate(body, sampleContact));
  return (
    <section aria-labelledby="titre-apercu" className="rounded-xl border border-line bg-snow p-5">
      <h2 id="titre-apercu" className="text-sm font-semibold text-slate">
        Aperçu pour {sampleContact.nom}
      </h2>
      <p className="mt-2 font-semibold break-words">{fillSubject(subject, sampleContact) || 'Sans sujet'}</p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: renderMessageBody escapes all that it was given; its tests try to break it */}
      <div className={messageClass} dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  );
}
