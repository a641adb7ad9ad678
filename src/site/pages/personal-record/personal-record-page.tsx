import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { downloadBlob } from '@/shared/lib/download-blob';
import { paths } from '@/shared/lib/paths';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { longDay } from '@/shared/ui/quote-sheet';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { type ClosedLink, type PersonalRecord, personalRecord } from '@/site/data/personal-record';
import { withQueries } from '@/site/lib/with-queries';
import { Failure, StudioEmail } from '@/site/ui/answer-parts';
import { PageHero } from '@/site/ui/page-hero';
import { CommercialMessages } from './commercial-messages';
import { ContactDetails } from './contact-details';
import { Consents, Dealings, Exchanges } from './record-lists';
import { type Api, RecordSection } from './record-section';

/**
 * « Ma fiche »: what the studio knows of a person, whom a link of their mailbox brought here (docs/decisions/0135).
 * Opening it changes nothing, because mail scanners open every link. As its address is a secret, it is hidden from
 * search engines and referrers.
 */
export const PersonalRecordPage = withQueries(function PersonalRecordPage() {
  const { token = '' } = useParams();
  const api = useMemo(() => personalRecord(token), [token]);
  // A refetch would replace the page while a form is being filled in.
  const { data, ...query } = useQuery({ ...api.read(), refetchOnWindowFocus: false });
  return (
    <>
      <Seo title="Ma fiche" noIndex />
      <meta name="referrer" content="no-referrer" />
      <PageHero title="Ma fiche" lead="Ce que nous savons de vous, et ce que vous pouvez en faire." />
      <div className="mx-auto min-h-96 max-w-7xl px-5 py-10 sm:px-8 sm:py-14">
        {data === 'unknown' || data === 'expired' ? (
          <ClosedRecord reason={data} />
        ) : data ? (
          <OpenedRecord record={data} api={api} />
        ) : query.isPending ? (
          <Spinner label="Ouverture de votre fiche…" />
        ) : (
          <>
            <ErrorState title="Impossible d’ouvrir votre fiche" onRetry={() => query.refetch()} />
            <p className="mt-6">
              Vous pouvez aussi nous écrire à <StudioEmail />.
            </p>
          </>
        )}
        <noscript>
          <p className="text-lg">
            Cette page a besoin de JavaScript. Sans lui, écrivez-nous à <StudioEmail />
            &nbsp;: nous vous enverrons ce que nous savons de vous.
          </p>
        </noscript>
      </div>
    </>
  );
});

/** The whole record, in the order in which a person looks at it. */
function OpenedRecord({ record, api }: { record: PersonalRecord; api: Api }) {
  return (
    <div className="max-w-3xl space-y-6">
      <p className="text-lg wrap-anywhere">
        Cette page montre ce que nous avons au sujet de <strong>{record.email}</strong>. Le lien qui l’ouvre
        est valide jusqu’au {longDay(record.expiresAt)}&nbsp;: ne le transférez pas.
      </p>
      <ContactDetails contact={record.contact} email={record.email} api={api} />
      <CommercialMessages record={record} api={api} />
      <Consents consents={record.consents} />
      <Exchanges record={record} />
      <Dealings record={record} />
      <Copy record={record} />
      <Erasure record={record} api={api} />
      <p className="text-slate">
        Pour changer d’adresse ou poser une question&nbsp;: <StudioEmail />. Nos règles sont dans la{' '}
        <Link className="underline underline-offset-4" to={paths.privacy.href()}>
          politique de confidentialité
        </Link>
        .
      </p>
    </div>
  );
}

/** The copy of what the page shows, in a structured format (P-39.1, section 27). */
function Copy({ record }: { record: PersonalRecord }) {
  const download = () => {
    const { email, contact, commercial, consents, messages, received, requests, quotes, invoices, asked } =
      record;
    const known = {
      email,
      contact,
      commercial,
      consents,
      messages,
      received,
      requests,
      quotes,
      invoices,
      asked,
    };
    downloadBlob(
      'mes-renseignements.json',
      new Blob([JSON.stringify(known, null, 2)], { type: 'application/json' }),
    );
  };
  return (
    <RecordSection title="Recevoir une copie">
      <p>
        Le fichier contient tout ce que montre cette page. Le texte complet des courriels n’y est pas&nbsp;:
        écrivez à <StudioEmail /> pour l’obtenir.
      </p>
      <Button variant="outline" onClick={download}>
        <Download aria-hidden="true" className="size-4" />
        Télécharger mes renseignements (JSON)
      </Button>
    </RecordSection>
  );
}

/** The request of erasure, with its legal delay, and the studio's answer. */
function Erasure({ record: { asked }, api }: { record: PersonalRecord; api: Api }) {
  const ask = useMutation(api.askErasure());
  const [isSure, setIsSure] = useState(false);
  const last = asked.find(({ kind }) => kind === 'erasure');
  const isOpen = last !== undefined && last.closedAt === null;
  return (
    <RecordSection title="Faire effacer vos renseignements">
      {isOpen && last.dueOn ? (
        <p role="status" className="rounded-lg bg-spruce-pale px-4 py-3">
          Votre demande du {longDay(last.at)} est reçue. Nous y répondons au plus tard le{' '}
          {longDay(last.dueOn)}.
        </p>
      ) : (
        <>
          {last?.answer && (
            <p className="wrap-anywhere whitespace-pre-line">
              <strong>Notre réponse à votre demande du {longDay(last.at)}&nbsp;:</strong> {last.answer}
            </p>
          )}
          <p>
            Votre fiche, les preuves de consentement, ainsi que le nom, l’adresse et le texte des messages
            seront détruits; vos demandes seront rendues anonymes. Seule une empreinte de votre adresse
            restera, pour que nous ne vous écrivions plus. La loi fiscale nous oblige à garder six ans, avec
            votre nom, les devis acceptés et les factures. Nous avons 30&nbsp;jours pour répondre.
          </p>
          {isSure ? (
            <div className="space-y-3 rounded-lg border border-line p-4">
              <p className="font-semibold">Demander l’effacement de tout ce qui précède?</p>
              <div className="flex flex-wrap gap-3">
                <Button variant="primary" pending={ask.isPending} onClick={() => ask.mutate()}>
                  Oui, envoyer la demande
                </Button>
                <Button variant="ghost" onClick={() => setIsSure(false)}>
                  Non
                </Button>
              </div>
            </div>
          ) : (
            <Button variant="outline" onClick={() => setIsSure(true)}>
              Demander l’effacement
            </Button>
          )}
          {ask.isError && <Failure error={ask.error} title="Votre demande n’a pas pu être enregistrée." />}
        </>
      )}
    </RecordSection>
  );
}

/** Shown for a link that opens nothing: it expired, or a mail program cut it. */
function ClosedRecord({ reason }: { reason: ClosedLink }) {
  return (
    <section className="max-w-3xl space-y-4 text-lg">
      <h2 className="text-2xl font-bold">
        {reason === 'expired' ? 'Ce lien a expiré' : 'Ce lien n’ouvre aucune fiche'}
      </h2>
      <p>
        {reason === 'expired'
          ? 'Il est valide sept jours. '
          : 'Un logiciel de courriel l’a peut-être coupé\u00a0: ouvrez-le de nouveau depuis le message reçu, en entier. '}
        Vous pouvez aussi{' '}
        <Link className="font-semibold underline underline-offset-4" to={`${paths.privacy.href()}#ma-fiche`}>
          en demander un autre
        </Link>
        .
      </p>
      <p>
        Une question? Écrivez-nous à <StudioEmail />.
      </p>
    </section>
  );
}
