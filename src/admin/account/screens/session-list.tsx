import { useMutation, useQuery } from '@tanstack/react-query';
import { formatDay } from '@/admin/kit/lib/dates';
import { formatRelative } from '@/admin/kit/lib/relative-time';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';
import { deviceName } from '../data/device-name';
import { session } from '../data/session';

/** The open sessions of one's own account, each of which can be ended but the one of this browser. */
export function SessionList() {
  const own = useQuery(session.own());
  const end = useMutation(session.end());
  if (own.isPending) return <Spinner />;
  if (!own.data) {
    return (
      <ErrorState
        title="Impossible de charger vos sessions"
        error={own.error}
        onRetry={() => own.refetch()}
      />
    );
  }
  return (
    <ul aria-label="Sessions ouvertes" className="divide-y divide-line rounded-lg border border-line">
      {own.data.map(({ id, device, began_at, used_at, is_present }) => {
        const name = deviceName(device);
        return (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
            <span>
              {name}
              {is_present && <span className="text-slate"> (ce navigateur)</span>}
              <span className="block text-sm text-slate">
                Ouverte le {formatDay(began_at)}, utilisée {formatRelative(used_at)}
              </span>
            </span>
            {!is_present && (
              <Button
                size="sm"
                variant="outline"
                aria-label={`Fermer la session ${name}, ouverte le ${formatDay(began_at)}`}
                pending={end.isPending && end.variables === id}
                onClick={() => end.mutate(id)}
              >
                Fermer
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
