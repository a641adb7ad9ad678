import { serviceTypes } from '@contract/quote-request';
import type { ReactNode } from 'react';
import { formatCents } from '@/shared/lib/money';
import { counted } from '@/shared/lib/numbers';
import { longDay } from '@/shared/ui/quote-sheet';
import type { PersonalRecord } from '@/site/data/personal-record';
import { RecordSection } from './record-section';

/** The words of the register of consents for the person it is about: stored basis → text. */
export const basisTexts: Record<PersonalRecord['consents'][number]['basis'], string> = {
  express: 'Vous avez donné votre accord',
  inquiry: 'Vous nous avez demandé des renseignements',
  purchase: 'Vous êtes client ou cliente',
  contract: 'Nous avons un contrat écrit',
  published: 'Votre adresse est publiée pour votre fonction',
  disclosed: 'Vous nous avez remis votre adresse',
  referral: 'Quelqu’un vous a recommandé à nous',
  none: 'Aucun consentement',
  withdrawn: 'Vous avez retiré votre consentement',
  unverified: 'Adresse trouvée, pas encore vérifiée',
  no_solicitation: 'L’organisation refuse la sollicitation',
};

const requestStatuses: Record<PersonalRecord['requests'][number]['status'], string> = {
  nouveau: 'reçue',
  en_cours: 'en cours',
  répondu: 'répondue',
  archivé: 'classée',
};

/** The register of consents, newest first, each with the very text that was read. */
export function Consents({ consents }: { consents: PersonalRecord['consents'] }) {
  return (
    <RecordSection title="Registre de vos consentements">
      {consents.length === 0 ? (
        <p>Aucun consentement ni retrait n’est noté.</p>
      ) : (
        <ul className="divide-y divide-line">
          {consents.map(({ basis, at, source, wording, version }) => (
            <li key={`${basis} ${at}`} className="space-y-1 py-3 wrap-anywhere first:pt-0 last:pb-0">
              <p>
                <span className="font-medium">{basisTexts[basis]}</span>, le {longDay(at)}
              </p>
              {wording && (
                <blockquote className="border-l-2 border-spruce pl-3 text-sm whitespace-pre-line text-slate">
                  {wording}
                  {version && ` (version du texte\u00a0: ${version})`}
                </blockquote>
              )}
              {source && <p className="text-sm text-slate">Source&nbsp;: {source}</p>}
            </li>
          ))}
        </ul>
      )}
    </RecordSection>
  );
}

/** The messages in both directions, by date and subject. */
export function Exchanges({ record: { messages, received } }: { record: PersonalRecord }) {
  return (
    <RecordSection title="Nos échanges">
      <Messages
        title={counted(
          messages.count,
          'message que nous vous avons envoyé',
          'messages que nous vous avons envoyés',
        )}
        empty="Nous ne vous avons envoyé aucun message."
        messages={messages}
      />
      <Messages
        title={counted(received.count, 'message reçu de vous', 'messages reçus de vous')}
        empty="Nous n’avons reçu aucun message de vous."
        messages={received}
      />
    </RecordSection>
  );
}

function Messages({
  title,
  empty,
  messages: { count, newest },
}: {
  title: string;
  empty: string;
  messages: PersonalRecord['messages'];
}) {
  if (count === 0) return <p>{empty}</p>;
  return (
    <Fold title={title}>
      <ul className="mt-2 space-y-1">
        {newest.map(({ at, subject }, index) => (
          // Two messages may have the same moment and subject.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
          <li key={index} className="wrap-anywhere">
            <span className="text-slate">{longDay(at)}</span> · {subject || 'Sans objet'}
          </li>
        ))}
      </ul>
      {count > newest.length && (
        <p className="mt-2 text-slate">Les {newest.length} plus récents sont affichés.</p>
      )}
    </Fold>
  );
}

/** The requests that the person sent and the quotes that they were sent, in short. */
export function Requests({ record: { requests, quotes } }: { record: PersonalRecord }) {
  return (
    <RecordSection title="Vos demandes et vos devis">
      {requests.length + quotes.length === 0 && <p>Aucune demande ni aucun devis.</p>}
      {requests.length > 0 && (
        <Fold title={counted(requests.length, 'demande de soumission', 'demandes de soumission')}>
          <ul className="mt-2 space-y-1">
            {requests.map(({ at, organization, service, status }) => (
              <li key={at} className="wrap-anywhere">
                <span className="text-slate">{longDay(at)}</span> · {serviceTypes[service]}, pour{' '}
                {organization} ({requestStatuses[status]})
              </li>
            ))}
          </ul>
        </Fold>
      )}
      {quotes.length > 0 && (
        <Fold title={counted(quotes.length, 'devis', 'devis')}>
          <ul className="mt-2 space-y-1">
            {quotes.map(({ at, number, subject, status, totalCents }) => (
              <li key={`${number} ${at}`} className="wrap-anywhere">
                <span className="text-slate">{longDay(at)}</span> ·{' '}
                {[`Devis\u00a0${number}`, subject, formatCents(totalCents), status]
                  .filter(Boolean)
                  .join(', ')}
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </RecordSection>
  );
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className="min-h-6 cursor-pointer py-1 font-medium underline-offset-4 hover:underline">
        {title}
      </summary>
      {children}
    </details>
  );
}
