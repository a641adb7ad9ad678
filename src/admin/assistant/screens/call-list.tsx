import { formatDayAndTime, formatLongDay } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { type Column, DataTable } from '@/admin/kit/ui/data-table';
import { requestNumber } from '@/shared/data/quote-requests';
import { counted } from '@/shared/lib/numbers';
import { EmptyState } from '@/shared/ui/empty-state';
import type { AssistantCall } from '../data/assistant';
import { draftKinds } from '../data/drafts';

/** French words of each question, by its name in the database. */
const questions: Readonly<Record<string, string>> = {
  chercher: 'Une recherche',
  aujourdhui: 'Aujourd’hui',
  tables: 'Ce qui existe',
  liste: 'Une liste',
  vues: 'Les vues et les segments',
  segment: 'Les contacts d’un segment',
  deplacement: 'Un déplacement',
  municipalite: 'Une municipalité',
  organisation: 'Une organisation',
  contact: 'Un contact',
  demande: 'Une demande',
  devis: 'Un devis',
  facture: 'Une facture',
  visite: 'Une visite',
  appel_d_offres: 'Un appel d’offres',
  prospect: 'Un prospect',
  releve: 'Un relevé',
  ...Object.fromEntries(
    Object.entries(draftKinds).map(([kind, label]) => [`draft_${kind}`, `Brouillon\u00a0: ${label}`]),
  ),
};

const idOf = ({ id }: AssistantCall) => String(id);
const timeOf = ({ called_at }: AssistantCall) => formatDayAndTime(called_at);
const questionOf = ({ tool }: AssistantCall) => labelOf(questions, tool);
const keyOf = ({ key_name }: AssistantCall) => key_name;
/** French names of what a question says more; the others are in its own name. */
const details: Readonly<Record<string, string>> = {
  id: 'fiche',
  texte: 'texte',
  content: 'texte',
  state: 'état',
  list: 'liste',
  jusqu_au: 'jusqu’au',
};

const lists: Readonly<Record<string, string>> = {
  requests: 'demandes',
  quotes: 'devis',
  invoices: 'factures',
  contacts: 'contacts',
  trips: 'déplacements',
  tours: 'visites',
  campaigns: 'campagnes',
  tenders: 'appels d’offres',
  prospects: 'prospects',
  surveys: 'relevés',
};

function detailOf([name, value]: [string, unknown]): string[] {
  const label = details[name];
  if (!label) return [];
  const text = String(value);
  const shown =
    name === 'id' ? requestNumber(text) : name === 'jusqu_au' ? formatLongDay(text) : labelOf(lists, text);
  return [name === 'jusqu_au' ? `${label} ${shown}` : `${label}\u00a0: ${shown}`];
}

const givenOf = ({ arguments: given, refusal }: AssistantCall) =>
  [Object.entries(given).flatMap(detailOf).join(', '), refusal].filter(Boolean).join('. ') || '–';
const answerOf = ({ row_count, refusal }: AssistantCall) =>
  refusal ? 'Refusée' : row_count === null ? '–' : counted(row_count, 'ligne');

const columns: Column<AssistantCall>[] = [
  {
    key: 'moment',
    header: 'Moment',
    mobile: 'text',
    width: [170, 200],
    text: timeOf,
    cell: timeOf,
    // On a phone the reason of a refusal has no other place.
    mobileCell: (call) => [timeOf(call), call.refusal].filter(Boolean).join('. '),
  },
  {
    key: 'demande',
    header: 'Demande',
    mobile: 'title',
    primary: true,
    width: [180, 280],
    text: questionOf,
    cell: questionOf,
  },
  { key: 'arguments', header: 'Précisions', width: [160, 360], grows: true, text: givenOf, cell: givenOf },
  { key: 'reponse', header: 'Réponse', mobile: 'badge', width: [90, 120], text: answerOf, cell: answerOf },
  { key: 'cle', header: 'Clé', width: [120, 240], text: keyOf, cell: keyOf },
];

/** The last questions of one's assistants, without the texts that they carried. */
export function CallList({ calls }: { calls: AssistantCall[] }) {
  return (
    <div>
      <h2 className="mb-3 text-lg font-semibold">Ce que l’assistant a demandé</h2>
      {calls.length === 0 ? (
        <EmptyState title="L’assistant n’a encore rien demandé" />
      ) : (
        <DataTable caption="Ce que l’assistant a demandé" rows={calls} rowKey={idOf} columns={columns} />
      )}
    </div>
  );
}
