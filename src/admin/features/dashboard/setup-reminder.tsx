import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { setup, stepsLeft } from '@/admin/data/setup/setup';
import { paths } from '@/shared/lib/admin-paths';
import { counted } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';

/** What is left of the first day, until it is done or passed; nothing while that is not known. */
export function SetupReminder() {
  const isReadOnly = useIsReadOnly();
  const state = useQuery({ ...setup.state(), enabled: !isReadOnly, meta: {} });
  const left = state.data ? stepsLeft(state.data).length : 0;
  if (left === 0) return null;
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-xl bg-spruce-pale px-4 py-3">
      <span>Il reste {counted(left, 'étape')} avant que votre studio soit prêt.</span>
      <Link to={paths.admin.setup.href()} className="font-semibold underline">
        Continuer la mise en route
      </Link>
    </p>
  );
}
