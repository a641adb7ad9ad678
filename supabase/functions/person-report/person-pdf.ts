import type { PersonExport } from '../_shared/contract/person-export.ts';
import {
  drawDetails,
  drawHeading,
  drawProse,
  type LabelledDetail,
  widthOf,
} from '../_shared/quote-pdf/blocks.ts';
import { drawFooter, drawLetterhead } from '../_shared/quote-pdf/letterhead.ts';
import { printedMoment } from '../_shared/quote-pdf/printed-text.ts';
import { colors, openPdf, PAGE_MARGIN, type TaggedPdf } from '../_shared/quote-pdf/tagged-pdf.ts';

/** The words of the ledger of consents: stored basis → French text. */
const basisTexts: Record<string, string> = {
  express: 'Consentement exprès',
  inquiry: 'Demande de renseignements (6 mois)',
  purchase: 'Achat (2 ans)',
  contract: 'Contrat écrit (2 ans)',
  published: 'Adresse publiée bien en vue',
  disclosed: 'Adresse remise en personne',
  referral: 'Recommandation (un seul message)',
  none: 'Aucun fondement',
  withdrawn: 'Consentement retiré',
  unverified: 'Adresse à vérifier',
  no_solicitation: 'Sollicitation refusée',
};

const suppressionReasons: Record<string, string> = {
  unsubscribed: 'Désabonnement par la personne',
  bounced: 'Adresse en erreur permanente',
  complained: 'Message signalé comme indésirable',
  manual: 'Retrait demandé à l’équipe',
  erased: 'Données effacées',
};

const requestKinds: Record<string, string> = {
  correction: 'Coordonnées corrigées par la personne',
  erasure: 'Effacement demandé par la personne',
};

/** The purpose of an e-mail that is no message of a campaign: stored kind → French text. */
const messageKinds: Record<string, string> = {
  acknowledgement: 'Accusé de réception de sa demande',
  reply: 'Réponse à son message',
  quote: 'Devis',
  quote_code: 'Code qu’elle a demandé pour accepter',
  quote_signed: 'Copie de son acceptation',
  invoice: 'Facture',
  invoice_reminder: 'Rappel de facture',
  personal_link: 'Lien de sa fiche, demandé pour elle ou par elle',
};

/** A column that the person may correct: stored name → French label. */
const correctedFields: Record<string, string> = {
  name: 'Nom',
  function_title: 'Fonction',
  company: 'Organisation',
  phone: 'Téléphone',
};

const label = (labels: Record<string, string>, value: string) => labels[value] ?? value;
const quoteValue = (value: string | null | undefined) => (value ? `«\u00a0${value}\u00a0»` : 'vide');
const formatMoment = (iso: string) => printedMoment(iso);
/** Leaves out the details without a value. */
const givenDetails = (details: [label: string, value: string | null | undefined][]): LabelledDetail[] =>
  details.flatMap(([name, value]) => (value ? [{ label: name, value }] : []));
/**
 * One line of a register: its date, the event, and its details below. It is a single row, because histories are long.
 */
const datedDetail = (
  at: string,
  title: string,
  details: Parameters<typeof givenDetails>[0],
): LabelledDetail => ({
  label: at,
  value: [title, ...givenDetails(details).map(({ label: name, value }) => `${name}\u00a0: ${value}`)].join(
    '\n',
  ),
});

/** Prints why a person was written to: each consent with its wording, each message with its ground, each withdrawal. */
export function personPdf(copy: PersonExport): Promise<Uint8Array> {
  const { contact, studio } = copy;
  const title = `Preuve de consentement – ${contact.name}`;
  const pdf = openPdf({ title, author: studio, subject: contact.name, date: copy.exported_at });
  pdf.doc.y = drawLetterhead(pdf, { name: studio }) + 32;
  pdf.tag(pdf.root, 'H1', () =>
    pdf.write(title, PAGE_MARGIN, pdf.doc.y, {
      font: 'display',
      size: 20,
      color: colors.lake,
      width: widthOf(pdf),
    }),
  );
  drawDetails(
    pdf,
    givenDetails([
      ['Nom', contact.name],
      ['Fonction', contact.function_title],
      ['Organisation', contact.company],
      ['Courriel', contact.email],
      ['État au', formatMoment(copy.exported_at)],
    ]),
  );
  drawSection(
    pdf,
    'Consentements, retraits et refus',
    consentsOf(copy),
    'Aucune ligne au registre.',
    (consent) =>
      datedDetail(formatMoment(consent.occurred_at), label(basisTexts, consent.basis), [
        ['Adresse', consent.email],
        ['Texte exact', consent.wording],
        ['Version du texte', consent.wording_version],
        ['Source', consent.source_url],
        ['Preuve', consent.evidence],
      ]),
  );
  drawSection(
    pdf,
    'Messages et ce qui les permettait',
    copy.emails,
    'Aucun message de campagne.',
    (message) =>
      datedDetail(
        message.finished_at ? formatMoment(message.finished_at) : 'Pas encore parti',
        message.subject,
        [
          ['Campagne', message.campaign],
          ['Adresse', message.recipient_email],
          ['Résultat', [message.status, message.last_error].filter(Boolean).join('\u00a0: ')],
          ['Fondement', groundOf(message)],
          ['Charge publique', message.lobbying_reference],
        ],
      ),
  );
  drawSection(
    pdf,
    'Autres courriels, qui ne demandent pas de consentement',
    copy.sent_messages.filter(({ kind }) => kind in messageKinds),
    'Aucun autre courriel.',
    ({ at, kind, subject, about, is_uncertain }) =>
      datedDetail(formatMoment(at), subject, [
        ['Motif', [label(messageKinds, kind), about].filter(Boolean).join(' ')],
        ['Résultat', is_uncertain ? 'incertain' : 'envoyé'],
      ]),
  );
  drawSection(
    pdf,
    'Retraits des envois',
    [
      ...copy.suppressions.map((line) => ({ ...line, reason: label(suppressionReasons, line.reason) })),
      ...copy.suppression_lifts.map((line) => ({ ...line, reason: `Retrait levé\u00a0: ${line.reason}` })),
    ].sort((one, other) => one.created_at.localeCompare(other.created_at)),
    'Aucun retrait.',
    ({ created_at, reason }) => datedDetail(formatMoment(created_at), reason, []),
  );
  drawSection(
    pdf,
    'Demandes de la personne',
    copy.personal_requests,
    'Aucune demande.',
    ({ created_at, kind, answer, before, after }) =>
      datedDetail(formatMoment(created_at), label(requestKinds, kind), [
        ...Object.keys(after).map((field): [string, string] => [
          label(correctedFields, field),
          `${quoteValue(before[field])} remplacé par ${quoteValue(after[field])}`,
        ]),
        ['Réponse', answer],
      ]),
  );
  return pdf.finish((page, pages) => drawFooter(pdf, title, `Page\u00a0${page} de\u00a0${pages}`));
}

/** The register, and the boxes ticked with a request that nobody made a contact of, which the register has not. */
function consentsOf({ consents, quote_requests }: PersonExport): PersonExport['consents'] {
  const ticked = quote_requests.filter(
    ({ created_at, marketing_consent_version: version }) =>
      version !== null &&
      !consents.some(({ basis, occurred_at }) => basis === 'express' && occurred_at === created_at),
  );
  return [
    ...consents,
    ...ticked.map(({ id, email, created_at, marketing_consent_version }) => ({
      ...{ basis: 'express', email, occurred_at: created_at, source_url: null, wording: null },
      ...{ wording_version: marketing_consent_version, evidence: `Case cochée dans la demande ${id}` },
    })),
  ].sort((one, other) => one.occurred_at.localeCompare(other.occurred_at));
}

function drawSection<Item>(
  pdf: TaggedPdf,
  heading: string,
  items: readonly Item[],
  empty: string,
  detail: (item: Item) => LabelledDetail,
): void {
  drawHeading(pdf, items.length > 0 ? `${heading} (${items.length})` : heading, 60);
  if (items.length === 0) drawProse(pdf, empty);
  else drawDetails(pdf, items.map(detail));
}

/** Describes what allowed a message when it was sent; a message that was never sent has none. */
function groundOf({ identity, status }: PersonExport['emails'][number]): string {
  const { basis, occurred_at, source_url } = identity?.consent ?? {};
  if (!basis) return status === 'envoyé' ? 'Non noté' : 'Aucun\u00a0: le message n’est pas parti';
  return [label(basisTexts, basis), occurred_at && `preuve du ${formatMoment(occurred_at)}`, source_url]
    .filter(Boolean)
    .join(', ');
}
