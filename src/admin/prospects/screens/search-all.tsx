import { useMutation } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import type { Prospect } from '../data/prospects';
import { type SearchAllOutcome, searchAllProspects } from '../data/search-all';

/** Describes the result: « 12 organisations cherchées : 5 complétées, 1 échec. », and the reason of an early end. */
function outcomeText({ searched, found, failed, stop }: SearchAllOutcome): string {
  const summary = `${counted(searched, 'organisation cherchée', 'organisations cherchées')}\u00a0: ${
    found === 0 ? 'aucune complétée' : counted(found, 'complétée', 'complétées')
  }${failed > 0 ? `, ${counted(failed, 'échec')}` : ''}.`;
  return stop ? `${summary} Arrêtée\u00a0: ${stop}` : summary;
}

/**
 * « Rechercher pour tous », for several prospects: searches missing contact details of the visible ones, one site
 * after the other, as long as the page is open.
 */
export function SearchAll({ incomplete }: { incomplete: readonly Prospect[] }) {
  const search = useMutation(searchAllProspects());
  const [asked, setAsked] = useState(0);
  const [done, setDone] = useState(0);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = () => {
    running.current = new AbortController();
    const { signal } = running.current;
    setAsked(incomplete.length);
    setDone(0);
    search.mutate({ list: incomplete, signal, onProgress: setDone });
  };
  if (search.isPending)
    return (
      <div className="flex min-w-60 items-center gap-3">
        <div className="grow space-y-1">
          <p role="status" className="text-sm">
            {`Recherche\u00a0: ${formatNumber(done)} sur ${formatNumber(asked)}. Gardez cette page ouverte.`}
          </p>
          <ProgressBar label="Recherche des coordonnées" done={done} total={asked} />
        </div>
        <Button size="sm" variant="outline" onClick={() => running.current?.abort()}>
          Arrêter
        </Button>
      </div>
    );
  return (
    <>
      {incomplete.length > 1 && (
        <AdminsOnly>
          <Button size="sm" variant="outline" onClick={start}>
            <Search aria-hidden="true" className="size-4" />
            Rechercher pour tous ({incomplete.length})
          </Button>
        </AdminsOnly>
      )}
      {search.data && (
        <p role="status" className="text-sm text-slate">
          {outcomeText(search.data)}
        </p>
      )}
    </>
  );
}
