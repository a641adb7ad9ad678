import { Link } from 'react-router-dom';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';

type Props = {
  /** The query of the record; null is a record that does not exist. */
  query: { isPending: boolean; data: unknown; error: unknown; refetch: () => unknown };
  /** The error as a whole sentence. */
  error: string;
  /** The absence of the record as a whole sentence. */
  missing: string;
  /** The list that would contain the record. */
  back: { to: string; label: string };
};

/** Replaces a record that is loading, failed to load, or does not exist. */
export function RecordPlaceholder({ query, error, missing, back }: Props) {
  if (query.isPending) return <Spinner />;
  if (query.data === undefined)
    return <ErrorState title={error} error={query.error} onRetry={() => query.refetch()} />;
  return (
    <EmptyState title={missing}>
      <Link to={back.to} className={buttonClass({ variant: 'outline' })}>
        {back.label}
      </Link>
    </EmptyState>
  );
}
