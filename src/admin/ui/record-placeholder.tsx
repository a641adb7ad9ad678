import { Link } from 'react-router-dom';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';

type Props = {
  /** The query of the record; null is a record that does not exist. */
  query: { isPending: boolean; data: unknown; refetch: () => unknown };
  /** What could not be loaded, as a whole sentence. */
  error: string;
  /** What does not exist, as a whole sentence. */
  missing: string;
  /** The list that the record would be in. */
  back: { to: string; label: string };
};

/** Stands where a record is not shown: being read, could not be read, or not there. */
export function RecordPlaceholder({ query, error, missing, back }: Props) {
  if (query.isPending) return <Spinner />;
  if (query.data === undefined) return <ErrorState title={error} onRetry={() => query.refetch()} />;
  return (
    <EmptyState title={missing}>
      <Link to={back.to} className={buttonClass({ variant: 'outline' })}>
        {back.label}
      </Link>
    </EmptyState>
  );
}
