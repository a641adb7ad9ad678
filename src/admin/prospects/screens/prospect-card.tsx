import { useMutation } from '@tanstack/react-query';
import { Check, RotateCcw, Search, ShieldCheck, Trash2, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { sectors } from '@/admin/contacts/data/contact-labels';
import { contactPaths } from '@/admin/contacts/paths';
import { labelOf } from '@/admin/kit/lib/label-of';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { StatusBadge, type Tone } from '@/admin/kit/ui/status-badge';
import type { Enums } from '@/shared/database.types';
import { httpHref } from '@/shared/lib/text';
import { Button, buttonClass } from '@/shared/ui/button';
import { isToVerify } from '../data/found-details';
import { prospectOrigins, prospectStatuses } from '../data/prospect-labels';
import { relationText } from '../data/prospect-relations';
import { type Prospect, prospects } from '../data/prospects';
import { kilometres } from './prospect-columns';
import { ProspectDetails } from './prospect-details';

const tones: Partial<Record<Enums<'prospect_status'>, Tone>> = { accepted: 'done', rejected: 'quiet' };
const frames: Partial<Record<Enums<'prospect_status'>, string>> = {
  accepted: 'border-2 border-spruce bg-paper',
  // Dimmed by its colours: opacity would lower the text's contrast too far.
  rejected: 'border border-dashed border-slate/40 bg-mist text-slate',
};

/** Tells whether an undecided prospect's address is known from OpenStreetMap alone. */
const waitsForProof = (prospect: Prospect) =>
  prospect.status === 'pending' && !prospect.no_solicitation && isToVerify(prospect);

/** Formats the distance: « · à 18,2 km par la route (22 min) », « · à 12,4 km à vol d’oiseau », « · sur place ». */
function wayText({ distance_km, road_km, road_minutes }: Prospect): string {
  if (distance_km === null) return '';
  if (distance_km < 0.1) return ' · sur place';
  if (road_km === null) return ` · à ${kilometres().format(distance_km)}\u00a0km à vol d’oiseau`;
  const time = road_minutes === null ? '' : ` (${minutesText(road_minutes)})`;
  return ` · à ${kilometres().format(road_km)}\u00a0km par la route${time}`;
}

/** Formats a duration: « 22 min », « 1 h 05 ». */
function minutesText(minutes: number): string {
  if (minutes < 60) return `${minutes}\u00a0min`;
  return `${Math.floor(minutes / 60)}\u00a0h\u00a0${String(minutes % 60).padStart(2, '0')}`;
}

type Props = {
  prospect: Prospect;
  /** True when its position, and so its distance, is that of its MRC's centre. */
  isApproximate: boolean;
  /** True when it was rejected since the page was opened, so that the rejection can be undone. */
  canUndo: boolean;
  onRejected: () => void;
  onDelete: () => void;
};

/**
 * One organisation: what it is, then what is decided about it, the reason to visit it and its
 * contact details with their sources.
 */
export function ProspectCard({ prospect, isApproximate, canUndo, onRejected, onDelete }: Props) {
  const { company, status, name, city, region, crossing } = prospect;
  const card = useRef<HTMLElement>(null);
  const [note, setNote] = useState<string | null>(null);
  // Here and not beside its button, which is unmounted when it has succeeded.
  const accept = useMutation(prospects.accept());
  const relation = relationText(prospect);
  const headingId = `prospect-${prospect.id}`;
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-labelledby={headingId}
      className={`flex h-full flex-col gap-3 rounded-xl p-5 ${frames[status] ?? 'border border-line bg-paper'}`}
    >
      <header>
        <div className="flex flex-wrap items-center gap-2">
          <StatusBadge tone="quiet" label={labelOf(sectors, prospect.sector)} />
          {status !== 'pending' && (
            <StatusBadge tone={tones[status] ?? 'quiet'} label={labelOf(prospectStatuses, status)} />
          )}
          {relation && (
            <span title={relation.day} className="inline-flex max-w-full">
              <StatusBadge
                tone={prospect.known?.relation === 'client' ? 'done' : 'active'}
                label={relation.label}
              />
            </span>
          )}
          {prospect.no_solicitation && <StatusBadge tone="attention" label="Refuse la sollicitation" />}
          {waitsForProof(prospect) && <StatusBadge tone="active" label="Courriel à vérifier" />}
        </div>
        <h2 id={headingId} className="mt-2 text-lg font-semibold wrap-anywhere">
          {company}
        </h2>
        {name && <p>{name}</p>}
        <p className="text-sm text-slate">
          {city}, {region}
          {wayText(prospect)}
          {prospect.distance_km !== null && isApproximate && ' (approximatif)'}
        </p>
        {crossing && prospect.road_km === null && (
          <p className="mt-1 text-sm font-medium text-amber-ink wrap-anywhere">
            {crossing.charAt(0).toUpperCase() + crossing.slice(1)}
          </p>
        )}
      </header>
      <div className="flex flex-wrap items-center gap-2">
        {status === 'accepted' ? (
          prospect.contact_id && (
            <Link
              to={contactPaths.one.href(prospect.contact_id)}
              className={buttonClass({ variant: 'outline', size: 'sm' })}
            >
              Voir le contact
            </Link>
          )
        ) : (
          <AdminsOnly>
            <Actions
              prospect={prospect}
              canUndo={canUndo}
              onRejected={onRejected}
              onDelete={onDelete}
              onNote={setNote}
              isAccepting={accept.isPending}
              onAccept={() => accept.mutate(prospect.id, { onSuccess: () => card.current?.focus() })}
              onFound={() => card.current?.focus()}
            />
          </AdminsOnly>
        )}
      </div>
      {prospect.ai_reasoning && <p className="wrap-anywhere whitespace-pre-line">{prospect.ai_reasoning}</p>}
      <ProspectDetails prospect={prospect} />
      {prospect.score !== null && <Interest score={prospect.score} />}
      {note && (
        <p role="status" className="text-sm text-slate">
          {note}
        </p>
      )}
      <OriginLink prospect={prospect} />
    </article>
  );
}

/** The score that orders the list (supabase/functions/generate-prospects/score.ts). */
const Interest = ({ score }: { score: number }) => (
  <details className="text-sm text-slate">
    <summary className="inline-flex min-h-6 cursor-pointer items-center underline decoration-dotted">
      Intérêt&nbsp;: {score} sur 100
    </summary>
    <p className="mt-1">
      Calculé à partir de faits&nbsp;: ce qu’est l’organisation (45 points au plus), sa taille (22), sa
      proximité (18) et les façons de la joindre qui étaient connues (15).
    </p>
  </details>
);

type ActionsProps = Omit<Props, 'isApproximate'> & {
  onNote: (note: string | null) => void;
  isAccepting: boolean;
  onAccept: () => void;
  onFound: () => void;
};

function Actions(props: ActionsProps) {
  const { prospect, canUndo, onRejected, onDelete, onNote, isAccepting, onAccept, onFound } = props;
  const { id, company, email, phone } = prospect;
  const search = useMutation(prospects.search());
  const verify = useMutation(prospects.verify());
  const reject = useMutation(prospects.reject());
  const undo = useMutation(prospects.undoRejection());
  const isPending = prospect.status === 'pending';
  const isBusy = isAccepting || reject.isPending || undo.isPending;
  const findDetails = () => {
    onNote(null);
    search.mutate(prospect, {
      onSuccess: ({ isFound, note }) => {
        onNote(isFound ? null : note);
        if (isFound) onFound();
      },
    });
  };
  const verifyEmail = () => {
    onNote(null);
    verify.mutate(prospect, {
      onSuccess: ({ verdict, note }) => (verdict === 'unverified' ? onNote(note) : onFound()),
    });
  };
  return (
    <>
      {waitsForProof(prospect) && (
        <Button variant="outline" size="sm" pending={verify.isPending} onClick={verifyEmail}>
          <ShieldCheck aria-hidden="true" className="size-4" />
          Vérifier sur le site <span className="sr-only">le courriel de {company}</span>
        </Button>
      )}
      {isPending && (!email || !phone) && (
        <Button variant="outline" size="sm" pending={search.isPending} onClick={findDetails}>
          <Search aria-hidden="true" className="size-4" />
          Rechercher <span className="sr-only">les coordonnées de {company}</span>
        </Button>
      )}
      {isPending && (
        <Button size="sm" pending={isAccepting} onClick={() => isBusy || onAccept()}>
          <Check aria-hidden="true" className="size-4" />
          Accepter <span className="sr-only">{company}</span>
        </Button>
      )}
      {(isPending || canUndo) && (
        // One button for both, so that it keeps the focus when a rejection is undone.
        <Button
          key="rejection"
          variant="outline"
          size="sm"
          pending={reject.isPending || undo.isPending}
          onClick={() => {
            if (isBusy) return;
            if (!isPending) return undo.mutate(id);
            onRejected();
            reject.mutate(id);
          }}
        >
          {isPending ? (
            <X aria-hidden="true" className="size-4" />
          ) : (
            <RotateCcw aria-hidden="true" className="size-4" />
          )}
          {isPending ? 'Rejeter' : 'Annuler le rejet'}{' '}
          <span className="sr-only">{isPending ? company : `de ${company}`}</span>
        </Button>
      )}
      {isPending && (
        <IconButton label={`Supprimer ${company}`} onClick={onDelete}>
          <Trash2 aria-hidden="true" className="size-4" />
        </IconButton>
      )}
    </>
  );
}

/** The register's own page about the organisation. */
function OriginLink({ prospect: { origin, source_url: url, company } }: { prospect: Prospect }) {
  const href = url ? httpHref(url) : undefined;
  if (!origin || !href) return null;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="mt-auto inline-flex min-h-6 items-center text-sm text-slate underline"
    >
      {labelOf(prospectOrigins, origin)}
      <span className="sr-only">, fiche de {company}</span>
    </a>
  );
}
