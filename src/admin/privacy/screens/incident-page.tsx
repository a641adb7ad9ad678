import { useMutation, useQuery } from '@tanstack/react-query';
import { Copy, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { formatDateTime, formatDay } from '@/admin/kit/lib/dates';
import { SAVED } from '@/admin/kit/lib/unsaved-text';
import { ConfirmDialog } from '@/admin/kit/ui/confirm-dialog';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { RecordPlaceholder } from '@/admin/kit/ui/record-placeholder';
import { StatusBadge } from '@/admin/kit/ui/status-badge';
import { settings } from '@/admin/settings/data/settings';
import { paths } from '@/shared/lib/admin-paths';
import { notify } from '@/shared/lib/notify';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { type Incident, type IncidentChange, incidents, mayDelete, missingNotices } from '../data/incidents';
import { incidentLabels } from './incident-fields';
import { IncidentForm } from './incident-form';
import { type NoticeKind, notices, noticeText } from './incident-notices';

const listAddress = paths.admin.personalData.href();

/** The page of a new incident. */
export function NewIncidentPage() {
  return (
    <div className="max-w-3xl">
      <Seo title="Nouvel incident de confidentialité" noIndex />
      <PageHeader title="Nouvel incident de confidentialité" />
      <IncidentForm />
    </div>
  );
}

/** The page of an incident: its facts, the notices to copy, and its corrections. */
export function IncidentPage() {
  const { id = '' } = useParams();
  // No refetch, which would replace the input.
  const query = useQuery({ ...incidents.byId(id), refetchOnWindowFocus: false });
  const incident = query.data;
  return (
    <>
      <Seo title="Incident de confidentialité" noIndex />
      <PageHeader
        title="Incident de confidentialité"
        count={incident ? `Connu le ${formatDay(incident.known_on)}` : undefined}
      />
      {incident ? (
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
          <IncidentForm key={incident.id} incident={incident} />
          <div className="space-y-6">
            <NoticesCard incident={incident} />
            <ChangesCard incidentId={incident.id} />
            <RetentionCard incident={incident} />
          </div>
        </div>
      ) : (
        <RecordPlaceholder
          query={query}
          error="Impossible de charger l’incident"
          missing="Cet incident n’existe pas ou a été supprimé"
          back={{ to: listAddress, label: 'Revenir aux données personnelles' }}
        />
      )}
    </>
  );
}

const cardClass = 'rounded-xl border border-line bg-paper p-5';

/** Copies the text of a notice, with the saved facts and not the form's input. */
function NoticesCard({ incident }: { incident: Incident }) {
  const stored = useQuery(settings.studio());
  const missing = missingNotices(incident);
  const copy = async (kind: NoticeKind) => {
    if (!stored.data) return;
    try {
      await navigator.clipboard.writeText(noticeText(kind, incident, stored.data));
      notify.success('Texte copié. Complétez ce qui est entre crochets.');
    } catch {
      notify.error('Le navigateur a refusé la copie. Réessayez après avoir cliqué dans la page.');
    }
  };
  return (
    <section aria-labelledby="avis" className={cardClass}>
      <h2 id="avis" className="text-lg font-semibold">
        Avis
      </h2>
      {missing.length > 0 && (
        <p className="mt-3 flex flex-wrap gap-2">
          {missing.map((label) => (
            <StatusBadge key={label} tone="attention" label={label} />
          ))}
        </p>
      )}
      <p className="mt-2 mb-4 text-sm text-slate">
        Le texte reprend les faits enregistrés et vos réglages. La Commission le veut par écrit; son site
        offre un formulaire.
      </p>
      <div className="flex flex-wrap gap-3">
        {(Object.keys(notices) as NoticeKind[]).map((kind) => (
          <Button
            key={kind}
            size="sm"
            variant="outline"
            pending={stored.isPending}
            disabled={stored.isError}
            onClick={() => copy(kind)}
          >
            <Copy aria-hidden="true" className="size-4" />
            Copier l’avis&nbsp;: {notices[kind]}
          </Button>
        ))}
      </div>
    </section>
  );
}

const authorOf = ({ isMine, recorded_by }: IncidentChange) =>
  isMine ? 'vous' : recorded_by ? 'un autre membre de l’équipe' : 'un compte supprimé';

/** Formats a former value for a person. */
function former(value: unknown): string {
  if (value === null || value === '') return 'rien';
  if (typeof value === 'boolean') return value ? 'oui' : 'non';
  return String(value);
}

/** The values that each correction replaced: the register never changes silently. */
function ChangesCard({ incidentId }: { incidentId: string }) {
  const changes = useQuery(incidents.changes(incidentId));
  return (
    <section aria-labelledby="corrections" className={cardClass}>
      <h2 id="corrections" className="mb-3 text-lg font-semibold">
        Corrections
      </h2>
      {changes.isPending ? (
        <Spinner />
      ) : !changes.data ? (
        <ErrorState title="Impossible de charger les corrections" onRetry={() => changes.refetch()} />
      ) : changes.data.length === 0 ? (
        <p className="text-sm text-slate">Aucune&nbsp;: les faits sont ceux du premier jour.</p>
      ) : (
        <ol className="space-y-4 text-sm">
          {changes.data.map((change) => (
            <li key={change.id}>
              <p className="font-semibold">
                {formatDateTime(change.created_at)}, par {authorOf(change)}
              </p>
              <ul className="mt-1 space-y-1 text-slate">
                {Object.entries(change.before)
                  .filter(([column]) => column in incidentLabels)
                  .map(([column, value]) => (
                    <li key={column} className="break-words">
                      {incidentLabels[column as keyof typeof incidentLabels]}&nbsp;: avant, «&nbsp;
                      {former(value)}&nbsp;»
                    </li>
                  ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** The end of an incident's retention, and its deletion after that. */
function RetentionCard({ incident }: { incident: Incident }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const remove = useMutation(incidents.remove());
  const navigate = useNavigate();
  return (
    <section aria-labelledby="conservation" className={cardClass}>
      <h2 id="conservation" className="text-lg font-semibold">
        Conservation
      </h2>
      <p className="mt-1 mb-4 text-sm text-slate">
        {mayDelete(incident)
          ? 'Les cinq ans sont passés : vous pouvez le supprimer.'
          : `La loi demande de le garder au moins cinq ans : jusqu’au ${formatDay(incident.kept_until)}.`}
      </p>
      {mayDelete(incident) && (
        <Button size="sm" variant="outline" onClick={() => setIsConfirming(true)}>
          <Trash2 aria-hidden="true" className="size-4" />
          Supprimer du registre
        </Button>
      )}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Supprimer du registre"
        description="Les faits de cet incident et toutes ses corrections seront perdus. Cette action est irréversible."
        confirmLabel="Supprimer définitivement"
        pending={remove.isPending}
        onConfirm={() =>
          remove.mutate(incident.id, {
            onSuccess: () => navigate(listAddress, { state: SAVED }),
            onSettled: () => setIsConfirming(false),
          })
        }
      />
    </section>
  );
}
