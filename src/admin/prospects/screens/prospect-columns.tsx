import { Mail, Phone } from 'lucide-react';
import { sectors } from '@/admin/contacts/data/contact-labels';
import { labelOf } from '@/admin/kit/lib/label-of';
import { once } from '@/admin/kit/lib/once';
import type { Column } from '@/admin/kit/ui/data-table';
import { StatusBadge } from '@/admin/kit/ui/status-badge';
import { prospectRelations, prospectStatuses } from '../data/prospect-labels';
import { relationText } from '../data/prospect-relations';
import type { Prospect } from '../data/prospects';
import { tables } from '../data/tables';

const { fields } = tables.suggested_prospects;

/** Formats a distance in kilometres: « 12,4 ». */
export const kilometres = once(() => new Intl.NumberFormat('fr-CA', { maximumFractionDigits: 1 }));

/** Returns the distance by road where it is known, else the straight line. */
const travelKm = ({ road_km, distance_km }: Prospect) => road_km ?? distance_km;

/** Formats « 12,4 km », with « ≈ » when the place is known by the centre of its MRC; `''` for an unknown distance. */
function distanceText(prospect: Prospect, isApproximate: boolean): string {
  const distance = travelKm(prospect);
  return distance === null ? '' : `${isApproximate ? '≈\u00a0' : ''}${kilometres().format(distance)}\u00a0km`;
}

/** Names a barrier in two words; the card describes the detour. */
function barrierText({ crossing, road_km }: Prospect): string {
  if (!crossing || road_km !== null) return '';
  return crossing.startsWith('autre rive') ? 'autre rive' : 'sans route';
}

type Options = {
  openId: string | undefined;
  hrefOf: (id: string) => string;
  onOpen: (id: string) => void;
  isApproximate: (prospect: Prospect) => boolean;
};

/** The columns of the table of prospects; the first one opens the prospect beside it. */
export function prospectColumns({ openId, hrefOf, onOpen, isApproximate }: Options): Column<Prospect>[] {
  return [
    {
      key: 'organisation',
      mobile: 'title',
      header: 'Organisation',
      grows: true,
      // Whole, before anything else gets room.
      width: [280, 420],
      text: ({ company }) => company,
      cell: ({ id, company, status, known }) => (
        <>
          <a
            href={hrefOf(id)}
            data-prospect={id}
            aria-current={id === openId || undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              onOpen(id);
            }}
            className={`font-semibold hover:underline ${status === 'rejected' ? 'text-slate' : ''}`}
          >
            {company}
          </a>
          {known && (
            <span
              className="block text-xs leading-tight text-spruce-deep max-sm:hidden"
              title={relationText({ known })?.day}
            >
              {relationText({ known })?.label}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'lieu',
      header: 'Lieu',
      // A municipality has the name of its place.
      optional: 4,
      width: [130, 180],
      text: ({ city }) => city,
      cell: ({ city }) => city,
    },
    {
      key: 'distance',
      mobile: 'text',
      header: 'Distance',
      width: [84, 100],
      align: 'end',
      text: (prospect) =>
        `${distanceText(prospect, isApproximate(prospect))} ${barrierText(prospect)}`.trim(),
      cell: (prospect) => (
        <>
          {distanceText(prospect, isApproximate(prospect)) || '—'}
          {barrierText(prospect) && (
            <span className="block text-xs leading-tight text-amber-ink">{barrierText(prospect)}</span>
          )}
        </>
      ),
    },
    {
      key: 'secteur',
      header: fields.sector,
      optional: 2,
      width: [118, 150],
      text: ({ sector }) => labelOf(sectors, sector),
      cell: ({ sector }) => labelOf(sectors, sector),
    },
    {
      key: 'interet',
      header: 'Intérêt',
      optional: 1,
      width: [84, 90],
      align: 'end',
      text: ({ score }) => (score === null ? '' : String(score)),
      cell: ({ score }) => score ?? '—',
    },
    {
      key: 'joindre',
      header: 'Joindre',
      width: [82, 84],
      text: () => '',
      cell: ({ email, phone }) => <Reach email={email} phone={phone} />,
    },
    {
      key: 'statut',
      mobile: 'badge',
      header: fields.status,
      optional: 3,
      width: [124, 130],
      text: ({ status }) => labelOf(prospectStatuses, status),
      cell: ({ status, no_solicitation, known }) =>
        known && status === 'pending' ? (
          <StatusBadge tone="done" label={prospectRelations[known.relation]} />
        ) : no_solicitation ? (
          <StatusBadge tone="attention" label="Refuse" />
        ) : (
          <StatusBadge
            tone={status === 'accepted' ? 'done' : 'quiet'}
            label={labelOf(prospectStatuses, status)}
          />
        ),
    },
  ];
}

/** Shows which contact details are known. */
function Reach({ email, phone }: { email: string | null; phone: string | null }) {
  if (!email && !phone) return <span className="text-slate">Rien</span>;
  return (
    <span className="inline-flex gap-2 align-middle text-spruce">
      {email && <Mail aria-label="Courriel connu" className="size-4" />}
      {phone && <Phone aria-label="Téléphone connu" className="size-4" />}
    </span>
  );
}
