import { useQuery } from '@tanstack/react-query';
import { consents } from '@/data/contacts/consents';
import type { Contact } from '@/data/contacts/contact-list';
import { formatDay } from '@/lib/dates';
import { httpHref } from '@/lib/text';
import { ConsentBadge, describeConsent } from './consent-badge';

/** Whether this person may be written to, on what ground, and the proof of it. */
export function ConsentCard({ contact }: { contact: Contact }) {
  const { data: consent } = useQuery(consents.of(contact.id));
  const source = consent?.source_url && httpHref(consent.source_url);
  return (
    <section aria-labelledby="consentement" className="rounded-xl border border-line bg-paper p-5">
      <h2 id="consentement" className="mb-3 text-lg font-semibold">
        Envois commerciaux
      </h2>
      <ConsentBadge consent={consent} />
      {contact.email === null ? (
        <p className="mt-2 text-sm text-slate">Sans courriel, ce contact ne peut pas joindre une campagne.</p>
      ) : (
        consent !== undefined && <p className="mt-2 text-sm">{describeConsent(consent).reason}</p>
      )}
      {consent?.occurred_at && (
        <p className="mt-1 text-sm text-slate">Preuve du {formatDay(consent.occurred_at)}</p>
      )}
      {consent?.evidence && (
        <p className="mt-2 text-sm break-words whitespace-pre-line">{consent.evidence}</p>
      )}
      {source && (
        <a
          className="mt-2 inline-block text-sm break-all underline"
          href={source}
          target="_blank"
          rel="noopener noreferrer"
        >
          Source
        </a>
      )}
    </section>
  );
}
