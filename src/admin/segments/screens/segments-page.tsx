import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { PeopleTabs } from '@/admin/contacts/parts/people-tabs';
import { contactPaths } from '@/admin/contacts/paths';
import { labelOf } from '@/admin/kit/lib/label-of';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { ListScreen } from '@/admin/kit/ui/list-screen';
import { HeaderActionWords, headerActionClass } from '@/admin/kit/ui/page-header';
import { municipalityPaths } from '@/admin/municipalities/paths';
import { counted } from '@/shared/lib/numbers';
import { Button, buttonClass } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';
import { inWords } from '../data/condition-texts';
import { segmentRhythms } from '../data/segment-labels';
import { type Segment, segments } from '../data/segments';
import { useReferenceNames } from '../parts/segment-conditions';
import { segmentPaths } from '../paths';

/** The segments of the team, with links to their contacts. */
export function SegmentsPage() {
  const list = useQuery(segments.list());
  return (
    <ListScreen
      title="Segments"
      count={({ length }) => counted(length, 'segment')}
      action={
        <Link to={segmentPaths.new.href()} className={headerActionClass('accent')}>
          <Plus aria-hidden="true" className="size-4" />
          <HeaderActionWords>Nouveau segment</HeaderActionWords>
        </Link>
      }
      notice={<PeopleTabs />}
      query={list}
      errorTitle="Impossible de charger les segments"
      isEmpty={({ length }) => length === 0}
      empty={{
        title: 'Aucun segment pour le moment',
        why: 'Un segment réunit les contacts qui répondent à des conditions, par exemple les municipalités de moins de 5\u00a0000 habitants sans visite virtuelle. Il suit les contacts à mesure qu’ils changent et se choisit dans la liste, sur la carte et pour une campagne.',
        action: (
          <Link to={segmentPaths.new.href()} className={buttonClass({ variant: 'accent' })}>
            Créer un segment
          </Link>
        ),
      }}
    >
      {(rows) => <Segments rows={rows} />}
    </ListScreen>
  );
}

function Segments({ rows }: { rows: readonly Segment[] }) {
  const { names, isError, refetch } = useReferenceNames();
  const { mutate: remove, isPending } = useMutation(segments.remove());
  if (isError) return <ErrorState title="Impossible de charger les conditions" onRetry={refetch} />;
  if (!names) return <Spinner />;
  return (
    <ul className="divide-y divide-line rounded-xl border border-line bg-paper">
      {rows.map((segment) => {
        const { id, name, definition, rhythm } = segment;
        const towns = new URLSearchParams({ segment: id, carte: 'oui' });
        return (
          <li key={id} className="flex flex-wrap items-start justify-between gap-x-5 gap-y-2 p-4">
            <div className="min-w-0 flex-1 basis-64">
              <Link
                to={segmentPaths.one.href(id)}
                className="inline-block py-0.5 font-semibold wrap-anywhere underline-offset-2 hover:underline"
              >
                {name}
              </Link>
              <ul className="mt-0.5 text-sm text-slate">
                {inWords(definition, names).map((words) => (
                  <li key={words} className="wrap-anywhere">
                    {words}
                  </li>
                ))}
                {rhythm && <li>Campagne&nbsp;: {labelOf(segmentRhythms, rhythm).toLowerCase()}</li>}
              </ul>
            </div>
            <div className="flex flex-wrap gap-2">
              <Link
                to={`${contactPaths.list.href()}?${new URLSearchParams({ segment: id })}`}
                className={buttonClass({ variant: 'outline', size: 'sm' })}
              >
                Contacts<span className="sr-only"> de {name}</span>
              </Link>
              <Link
                to={`${municipalityPaths.list.href()}?${towns}`}
                className={buttonClass({ variant: 'outline', size: 'sm' })}
              >
                Carte<span className="sr-only"> de {name}</span>
              </Link>
              <AdminsOnly>
                <Button
                  size="sm"
                  variant="ghost"
                  disabled={isPending}
                  aria-label={`Supprimer ${name}`}
                  onClick={() => remove(segment)}
                >
                  Supprimer
                </Button>
              </AdminsOnly>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
