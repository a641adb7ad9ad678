import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { RecordPlaceholder } from '@/admin/kit/ui/record-placeholder';
import { Seo } from '@/shared/ui/seo';
import { textsOfFilters, toJson } from '../data/condition-texts';
import { segments, toSegmentVersion } from '../data/segments';
import { emptySegment } from '../data/segments.schema';
import { segmentPaths } from '../paths';
import { SegmentForm } from './segment-form';

function Title({ title }: { title: string }) {
  return (
    <>
      <Seo title={title} noIndex />
      <PageHeader title={title} />
    </>
  );
}

/** A new segment, which starts with the filters of the list that it was made from. */
export function NewSegmentPage() {
  const [parameters] = useSearchParams();
  return (
    <>
      <Title title="Nouveau segment" />
      <SegmentForm begun={{ ...emptySegment, conditions: toJson(textsOfFilters(parameters)) }} />
    </>
  );
}

/** One segment: its name, its conditions, and the number of matching contacts. */
export function EditSegmentPage() {
  const { id = '' } = useParams();
  // No refetch, which would replace the input.
  const query = useQuery({ ...segments.byId(id), refetchOnWindowFocus: false });
  const segment = query.data;
  return (
    <>
      <Title title={segment?.name ?? 'Segment'} />
      {segment ? (
        <SegmentForm key={segment.id} id={segment.id} stored={toSegmentVersion(segment)} />
      ) : (
        <RecordPlaceholder
          query={query}
          error="Impossible de charger le segment"
          missing="Ce segment n’existe pas ou a été supprimé"
          back={{ to: segmentPaths.list.href(), label: 'Voir les segments' }}
        />
      )}
    </>
  );
}
