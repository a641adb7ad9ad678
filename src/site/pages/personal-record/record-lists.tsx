import { serviceTypes } from '@contract/quote-request';
import type { ReactNode } from 'react';
import { consentWording } from '@/shared/data/quote-requests';
import { formatCents } from '@/shared/lib/money';
import { counted } from '@/shared/lib/numbers';
import { longDay } from '@/shared/ui/quote-sheet';
import type { NewestItems, PersonalRecord } from '@/site/data/personal-record';
import { RecordSection } from './record-section';

/** An item of one of the lists. */
type ItemOf<List extends keyof PersonalRecord> =
  PersonalRecord[List] extends NewestItems<infer Item> ? Item : never;

/** The words of the register of consents for the person it is about: stored basis → text. */
export const basisTexts: Record<ItemOf<'consents'>['basis'], string> = {
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
  unsubscribed: 'Vous vous êtes désabonné ou désabonnée',
  bounced: 'Votre serveur de courriel a refusé nos messages',
  complained: 'Un de nos messages a été signalé comme indésirable',
  manual: 'Notre équipe a retiré votre adresse des envois',
  erased: 'Vos renseignements ont été effacés',
};

const requestStatuses: Record<ItemOf<'requests'>['status'], string> = {
  nouveau: 'reçue',
  en_cours: 'en cours',
  répondu: 'répondue',
  archivé: 'classée',
};

const invoiceKinds: Record<ItemOf<'invoices'>['kind'], string> = {
  deposit: 'Facture d’acompte',
  progress: 'Facture d’étape',
  balance: 'Facture de solde',
  credit: 'Note de crédit',
};

/** Reasons why an e-mail was sent: stored kind → text. */
const reasonTexts: Record<ItemOf<'messages'>['kind'], string> = {
  campaign: 'offre par courriel',
  followup: 'relance d’une offre',
  acknowledgement: 'accusé de réception de votre demande',
  reply: 'réponse à votre message',
  quote: 'votre devis',
  quote_code: 'code que vous avez demandé pour le devis',
  quote_signed: 'copie de votre acceptation du devis',
  invoice: 'votre facture',
  invoice_reminder: 'rappel de votre facture',
  personal_link: 'lien vers cette fiche',
};

function reasonText({ kind, about, basis, isUncertain }: ItemOf<'messages'>): string {
  const ground = basis && `permise parce que\u00a0: ${basisTexts[basis].toLowerCase()}`;
  const reason = [reasonTexts[kind], about].filter(Boolean).join(' ');
  return [reason, ground, isUncertain && 'peut-être non reçu'].filter(Boolean).join(', ');
}

/** The register of consents, newest first, each with the very text that was read. */
export function Consents({ consents }: { consents: PersonalRecord['consents'] }) {
  return (
    <RecordSection title="Registre de vos consentements">
      {consents.count === 0 ? (
        <p>Aucun consentement ni retrait n’est noté.</p>
      ) : (
        <ul className="divide-y divide-line">
          {consents.newest.map(({ basis, at, source, wording, version }) => {
            const text = wording ?? (basis === 'express' ? consentWording(version) : undefined);
            return (
              <li key={`${basis} ${at}`} className="space-y-1 py-3 wrap-anywhere first:pt-0 last:pb-0">
                <p>
                  <span className="font-medium">{basisTexts[basis]}</span>, le {longDay(at)}
                </p>
                {(text || version) && (
                  <blockquote className="border-l-2 border-spruce pl-3 text-sm whitespace-pre-line text-slate">
                    {text}
                    {version && ` (version du texte\u00a0: ${version})`}
                  </blockquote>
                )}
                {source && <p className="text-sm text-slate">Source&nbsp;: {source}</p>}
              </li>
            );
          })}
        </ul>
      )}
      <More list={consents} />
    </RecordSection>
  );
}

/** The e-mails in both directions, by date and subject, with the reason of each that was sent. */
export function Exchanges({ record: { messages, received } }: { record: PersonalRecord }) {
  return (
    <RecordSection title="Nos échanges">
      <List
        list={messages}
        title={[
          'courriel que nous vous avons envoyé, avec sa raison',
          'courriels que nous vous avons envoyés, chacun avec sa raison',
        ]}
        empty="Nous ne vous avons envoyé aucun courriel."
      >
        {(message) => (
          <>
            <DatedItem day={message.at}>{message.subject || 'Sans objet'}</DatedItem>
            <span className="block text-sm text-slate">Raison&nbsp;: {reasonText(message)}</span>
          </>
        )}
      </List>
      <List
        list={received}
        title={['courriel reçu de vous', 'courriels reçus de vous']}
        empty="Nous n’avons reçu aucun courriel de vous."
      >
        {({ at, subject }) => <DatedItem day={at}>{subject || 'Sans objet'}</DatedItem>}
      </List>
    </RecordSection>
  );
}

/** The requests that the person sent, the quotes and the invoices that were made out to their address. */
export function Dealings({ record: { requests, quotes, invoices } }: { record: PersonalRecord }) {
  return (
    <RecordSection title="Vos demandes, vos devis et vos factures">
      <List
        list={requests}
        title={['demande de soumission', 'demandes de soumission']}
        empty="Aucune demande de soumission."
      >
        {({ at, name, organization, phone, service, message, status, consentVersion }) => (
          <>
            <DatedItem day={at}>
              {serviceTypes[service]}, pour {organization} ({requestStatuses[status]})
            </DatedItem>
            <span className="block text-sm text-slate">
              {[name, phone, consentVersion && 'avec votre accord pour recevoir nos offres']
                .filter(Boolean)
                .join(', ')}
            </span>
            {message && (
              <blockquote className="border-l-2 border-line pl-3 text-sm whitespace-pre-line text-slate">
                {message}
              </blockquote>
            )}
          </>
        )}
      </List>
      <List list={quotes} title={['devis', 'devis']} empty="Aucun devis.">
        {({ at, number, subject, status, totalCents }) => (
          <DatedItem day={at}>
            {[`Devis\u00a0${number}`, subject, formatCents(totalCents), status].filter(Boolean).join(', ')}
          </DatedItem>
        )}
      </List>
      <List list={invoices} title={['facture', 'factures']} empty="Aucune facture.">
        {({ on, kind, number, subject, state, totalCents, dueOn }) => (
          <DatedItem day={on}>
            {[
              `${invoiceKinds[kind]}\u00a0${number}`,
              subject,
              formatCents(totalCents),
              state,
              ['émise', 'partiellement payée', 'en retard'].includes(state) &&
                kind !== 'credit' &&
                `à payer au plus tard le ${longDay(dueOn)}`,
            ]
              .filter(Boolean)
              .join(', ')}
          </DatedItem>
        )}
      </List>
    </RecordSection>
  );
}

function DatedItem({ day, children }: { day: string; children: ReactNode }) {
  return (
    <>
      <span className="text-slate">{longDay(day)}</span> · {children}
    </>
  );
}

/** Folds a list under its number of items, or tells that there is nothing. */
function List<Item>({
  list,
  title,
  empty,
  children,
}: {
  list: NewestItems<Item>;
  title: readonly [one: string, many: string];
  empty: string;
  children: (item: Item) => ReactNode;
}) {
  if (list.count === 0) return <p>{empty}</p>;
  return (
    <details>
      <summary className="min-h-6 cursor-pointer py-1 font-medium underline-offset-4 hover:underline">
        {counted(list.count, ...title)}
      </summary>
      <ul className="mt-2 space-y-2">
        {list.newest.map((item, index) => (
          // Two items may be alike to the letter.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
          <li key={index} className="wrap-anywhere">
            {children(item)}
          </li>
        ))}
      </ul>
      <More list={list} />
    </details>
  );
}

function More<Item>({ list: { count, newest } }: { list: NewestItems<Item> }) {
  if (count <= newest.length) return null;
  return <p className="mt-2 text-slate">Les {newest.length} plus récents sont affichés.</p>;
}
