import { zodResolver } from '@hookform/resolvers/zod';
import type { AcceptsBy } from '@quote/quote-document.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { formatDateTime, formatDay } from '@/admin/kit/lib/dates';
import { DateField } from '@/admin/kit/ui/date-field';
import { FormDialog } from '@/admin/kit/ui/form-dialog';
import { authorities, councilAuthorities } from '@/shared/data/quote-acceptance';
import { type Authority, firstAuthority } from '@/shared/data/quote-acceptance.schema';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { SelectField, TextAreaField, TextField } from '@/shared/ui/form-fields';
import { PdfField, useJoinedPdf } from '@/shared/ui/pdf-field';
import { Spinner } from '@/shared/ui/spinner';
import { TechnicalDetails } from '@/shared/ui/technical-details';
import type { IssuedQuote } from '../data/issued-quotes';
import {
  emptyPaperAcceptance,
  type PaperAcceptanceInput,
  type PaperAcceptanceValues,
  paperAcceptanceSchema,
} from '../data/quote-acceptance.schema';
import { type QuoteAcceptance, quoteSending } from '../data/quote-sending';
import { tables } from '../data/tables';

const { fields } = tables.quote_acceptances;

/** Labels of the attachment by legal authority: the field, the file and its button. */
const joinedLabels: Record<Authority, { field: string; file: string; action: string }> = {
  resolution: { field: 'Copie de la résolution', file: 'resolution', action: 'Télécharger la résolution' },
  delegation: {
    field: 'Copie du bon de commande',
    file: 'bon-de-commande',
    action: 'Télécharger le bon de commande',
  },
  personal: { field: 'Copie signée', file: 'copie-signee', action: 'Télécharger la copie signée' },
};

type DialogProps = { quote: IssuedQuote; onClose: () => void };

/** Records an acceptance on paper: the fields of the public page, and how it came. */
export function PaperAcceptanceDialog(props: DialogProps) {
  const { data, isError } = useQuery(quoteSending.acceptsBy(props.quote.id));
  const acceptsBy = data ?? (isError ? 'council' : undefined);
  return acceptsBy && <PaperAcceptance {...props} acceptsBy={acceptsBy} />;
}

function PaperAcceptance({ quote, acceptsBy, onClose }: DialogProps & { acceptsBy: AcceptsBy }) {
  const accept = useMutation(quoteSending.acceptOnPaper());
  const scan = useJoinedPdf();
  const form = useForm<PaperAcceptanceValues, unknown, PaperAcceptanceInput>({
    resolver: zodResolver(paperAcceptanceSchema),
    defaultValues: {
      ...emptyPaperAcceptance,
      name: quote.contact_name,
      jobTitle: quote.contact_title,
      authority: firstAuthority(acceptsBy),
    },
  });
  const authority = useWatch({ control: form.control, name: 'authority' });
  return (
    <FormDialog
      form={form}
      title="Noter une acceptation reçue"
      description="Reçue sur papier ou par un autre moyen que la page du devis. Le client et l’équipe reçoivent la copie signée."
      submitLabel="Noter l’acceptation"
      pending={accept.isPending}
      onSubmit={(values) => {
        if (!scan.error) accept.mutate({ id: quote.id, scan: scan.file, ...values }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <TextField<PaperAcceptanceValues> name="name" label="Nom de la personne" required />
      <TextField<PaperAcceptanceValues> name="jobTitle" label={fields.job_title} required />
      {acceptsBy === 'council' && (
        <>
          <SelectField<PaperAcceptanceValues>
            name="authority"
            label="Ce qui autorise la dépense"
            required
            options={councilAuthorities}
          />
          {authority === 'resolution' ? (
            <>
              <TextField<PaperAcceptanceValues>
                name="resolutionNumber"
                label="Numéro de la résolution"
                required
              />
              <DateField<PaperAcceptanceValues> name="resolutionDate" label={fields.resolution_date} />
            </>
          ) : (
            <TextField<PaperAcceptanceValues>
              name="purchaseOrder"
              label="Numéro du bon de commande"
              required
            />
          )}
        </>
      )}
      <PdfField label={joinedLabels[authority].field} joined={scan} />
      <TextAreaField<PaperAcceptanceValues>
        name="reason"
        label="Comment elle est arrivée"
        hint="Par exemple, reçue par la poste le 3 mars. Gardé dans l’historique."
        required
        rows={2}
      />
    </FormDialog>
  );
}

/** The person who accepted, the legal authority, and its proof. */
export function AcceptanceRecord({ quote }: { quote: IssuedQuote }) {
  const isReadOnly = useIsReadOnly();
  const acceptance = useQuery(quoteSending.acceptance(quote.id));
  const download = useMutation(quoteSending.download());
  return (
    <section
      aria-labelledby="titre-acceptation"
      className="space-y-3 rounded-xl border border-line bg-paper p-4 sm:p-5"
    >
      <h2 id="titre-acceptation" className="font-semibold">
        Acceptation
      </h2>
      {acceptance.isPending ? (
        <Spinner />
      ) : acceptance.isError ? (
        <ErrorState
          title="Impossible de charger l’acceptation"
          error={acceptance.error}
          onRetry={() => acceptance.refetch()}
        />
      ) : acceptance.data === null ? (
        <p className="text-slate">Aucun détail n’a été consigné.</p>
      ) : (
        <>
          <AcceptanceFacts facts={factsOf(acceptance.data)} />
          <TechnicalDetails>
            <AcceptanceFacts
              facts={[
                ['Adresse IP', acceptance.data.network_address],
                ['Empreinte du PDF (SHA-256)', acceptance.data.pdf_sha256],
              ]}
            />
          </TechnicalDetails>
          {!isReadOnly && (
            <div className="flex flex-wrap gap-2">
              <Button
                size="sm"
                variant="outline"
                pending={download.isPending}
                onClick={() => download.mutate({ quoteId: quote.id, document: 'acceptance' })}
              >
                Télécharger le certificat
              </Button>
              <JoinedFile quote={quote} acceptance={acceptance.data} />
            </div>
          )}
        </>
      )}
    </section>
  );
}

/** The file attached to an acceptance, on the page or on paper. */
function JoinedFile({ quote, acceptance }: { quote: IssuedQuote; acceptance: QuoteAcceptance }) {
  const download = useMutation(quoteSending.downloadJoined());
  const path = acceptance.resolution_path;
  const { file, action } = joinedLabels[acceptance.authority as Authority];
  if (!path) return null;
  return (
    <Button
      size="sm"
      variant="outline"
      pending={download.isPending}
      onClick={() => download.mutate({ path, name: `devis-${quote.number ?? ''}-${file}.pdf` })}
    >
      {action}
    </Button>
  );
}

type Fact = [name: string, value: string | null];

/** Names and values, line by line; an unknown value has no line. */
function AcceptanceFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
      {facts.map(([name, value]) =>
        value ? (
          <div key={name} className="contents">
            <dt className="text-slate">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

function factsOf(acceptance: QuoteAcceptance): Fact[] {
  const { authority, resolution_number, resolution_date, purchase_order } = acceptance;
  return [
    ['Par', `${acceptance.name}, ${acceptance.job_title}`],
    [
      fields.resolution_number,
      [resolution_number, resolution_date && formatDay(resolution_date)].filter(Boolean).join(', ') || null,
    ],
    [fields.purchase_order, purchase_order],
    [fields.authority, authority === 'personal' ? authorities.personal : null],
    ['Le', formatDateTime(acceptance.accepted_at)],
    ['Reçue', acceptance.method === 'online' ? 'en ligne, avec un code' : 'autrement'],
    [fields.code_sent_to, acceptance.code_sent_to],
    [fields.recorded_reason, acceptance.recorded_reason],
  ];
}
