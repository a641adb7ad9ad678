import type { PersonExport } from '../_shared/contract/person-export.ts';
import { type Detail, drawDetails, drawHeading, drawProse, widthOf } from '../_shared/quote-pdf/blocks.ts';
import { drawFooter, drawLetterhead } from '../_shared/quote-pdf/letterhead.ts';
import { printedMoment } from '../_shared/quote-pdf/printed-text.ts';
import { colors, MARGIN, openPdf, type TaggedPdf } from '../_shared/quote-pdf/tagged-pdf.ts';

/** The words of the ledger of consents: stored basis → French text. */
const bases: Record<string, string> = {
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
const quoted = (value: string | null | undefined) => (value ? `«\u00a0${value}\u00a0»` : 'vide');
const moment = (iso: string) => printedMoment(iso);
/** Leaves out the details without a value. */
const given = (details: [label: string, value: string | null | undefined][]): Detail[] =>
  details.flatMap(([name, value]) => (value ? [{ label: name, value }] : []));
/** One line of a register: its moment, what happened, and below it what is known of it. One row, for histories are long. */
const dated = (at: string, title: string, details: Parameters<typeof given>[0]): Detail => ({
  label: at,
  value: [title, ...given(details).map(({ label: name, value }) => `${name}\u00a0: ${value}`)].join('\n'),
});

/** Prints why a person was written to: each consent with its wording, each message with its ground, each withdrawal. */
export function personPdf(copy: PersonExport): Promise<Uint8Array> {
  const { contact, studio } = copy;
  const title = `Preuve de consentement – ${contact.name}`;
  const pdf = openPdf({ title, author: studio, subject: contact.name, date: copy.exported_at });
  pdf.doc.y = drawLetterhead(pdf, { name: studio }) + 32;
  pdf.tag(pdf.root, 'H1', () =>
    pdf.write(title, MARGIN, pdf.doc.y, {
      font: 'display',
      size: 20,
      color: colors.lake,
      width: widthOf(pdf),
    }),
  );
  drawDetails(
    pdf,
    given([
      ['Nom', contact.name],
      ['Fonction', contact.function_title],
      ['Organisation', contact.company],
      ['Courriel', contact.email],
      ['État au', moment(copy.exported_at)],
    ]),
  );
  drawSection(
    pdf,
    'Consentements, retraits et refus',
    consentsOf(copy),
    'Aucune ligne au registre.',
    (consent) =>
      dated(moment(consent.occurred_at), label(bases, consent.basis), [
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
      dated(message.finished_at ? moment(message.finished_at) : 'Pas encore parti', message.subject, [
        ['Campagne', message.campaign],
        ['Adresse', message.recipient_email],
        ['Résultat', [message.status, message.last_error].filter(Boolean).join('\u00a0: ')],
        ['Fondement', groundOf(message)],
        ['Charge publique', message.lobbying_reference],
      ]),
  );
  drawSection(
    pdf,
    'Autres courriels, qui ne demandent pas de consentement',
    copy.sent_messages.filter(({ kind }) => kind in messageKinds),
    'Aucun autre courriel.',
    ({ at, kind, subject, about, is_uncertain }) =>
      dated(moment(at), subject, [
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
    ({ created_at, reason }) => dated(moment(created_at), reason, []),
  );
  drawSection(
    pdf,
    'Demandes de la personne',
    copy.personal_requests,
    'Aucune demande.',
    ({ created_at, kind, answer, before, after }) =>
      dated(moment(created_at), label(requestKinds, kind), [
        ...Object.keys(after).map((field): [string, string] => [
          label(correctedFields, field),
          `${quoted(before[field])} remplacé par ${quoted(after[field])}`,
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
  detail: (item: Item) => Detail,
): void {
  drawHeading(pdf, items.length > 0 ? `${heading} (${items.length})` : heading, 60);
  if (items.length === 0) drawProse(pdf, empty);
  else drawDetails(pdf, items.map(detail));
}

/** Tells what allowed a message when it left; of one that never left there is none. */
function groundOf({ identity, status }: PersonExport['emails'][number]): string {
  const { basis, occurred_at, source_url } = identity?.consent ?? {};
  if (!basis) return status === 'envoyé' ? 'Non noté' : 'Aucun\u00a0: le message n’est pas parti';
  return [label(bases, basis), occurred_at && `preuve du ${moment(occurred_at)}`, source_url]
    .filter(Boolean)
    .join(', ');
}
