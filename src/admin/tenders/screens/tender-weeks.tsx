import { useMutation } from '@tanstack/react-query';
import { FileJson } from 'lucide-react';
import { useState } from 'react';
import { formatDay, quebecDay } from '@/admin/kit/lib/dates';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { FileButton } from '@/admin/kit/ui/file-button';
import { readableMessage } from '@/shared/lib/failure';
import { notify } from '@/shared/lib/notify';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { callWorker, WorkerFailure } from '@/shared/lib/web-worker';
import type { ReadWeek } from '../data/read-week';
import { missingWeeks, weekOfFile } from '../data/seao';
import { type ReadTenderWeek, tenders } from '../data/tenders';
import type { ReadFile } from './tender-worker';

/** Largest file: a week of SEAO is some seventeen megabytes. */
const MAX_BYTES = 200_000_000;

/**
 * Reads a weekly file of SEAO in a worker of its own.
 *
 * @throws Error in French
 */
async function readInWorker(file: File, phrases: readonly string[]): Promise<ReadWeek> {
  if (file.size > MAX_BYTES)
    throw new Error('Ce fichier dépasse 200\u00a0Mo\u00a0: ce n’est pas celui d’une semaine.');
  try {
    return await callWorker<ReadFile>(
      () => new Worker(new URL('./tender-worker.ts', import.meta.url), { type: 'module' }),
      { file, phrases },
    );
  } catch (error) {
    if (error instanceof Error && error.message && !(error instanceof WorkerFailure)) throw error;
    throw new Error('Le fichier n’a pas pu être lu.', { cause: error });
  }
}

/** Number of unread notices that are named. */
const SHOWN_UNREAD = 20;

/** The button that chooses a weekly file, reads it in a worker and imports it. */
export function WeekFile({
  phrases,
  onRead,
}: {
  phrases: readonly string[];
  onRead: (unread: readonly string[]) => void;
}) {
  const importWeek = useMutation(tenders.importWeek());
  const [isReading, setReading] = useState(false);
  const open = async (file: File) => {
    const week = weekOfFile(file.name);
    if (!week)
      return notify.error(
        'Le nom du fichier dit sa semaine, comme hebdo_20261116_20261122.json.',
        'Autre fichier',
      );
    setReading(true);
    try {
      const read = await readInWorker(file, phrases);
      onRead(read.unread);
      await importWeek.mutateAsync({ week, ...read });
    } catch (error) {
      // The mutation itself reports a refusal of the database.
      if (!importWeek.isError)
        notify.error(readableMessage(error) ?? 'Le fichier n’a pas pu être lu.', 'Fichier non lu');
    } finally {
      setReading(false);
    }
  };
  return (
    <AdminsOnly>
      <FileButton
        label="Lire un fichier hebdomadaire"
        accept=".json,application/json"
        icon={FileJson}
        pending={isReading}
        onChoose={([file]) => file && void open(file)}
      />
    </AdminsOnly>
  );
}

/** Tells which notices of the file just read could not be read; renders nothing when all could. */
export function UnreadNotices({ unread }: { unread: readonly string[] }) {
  if (unread.length === 0) return null;
  return (
    <section
      aria-label="Avis non lus"
      className="mb-4 rounded-lg bg-amber-pale px-4 py-3 text-sm text-amber-ink"
    >
      <p role="status" className="font-semibold">
        {counted(unread.length, 'avis du fichier n’a pas été lu', 'avis du fichier n’ont pas été lus')}
      </p>
      <ul>
        {[...new Set(unread)].slice(0, SHOWN_UNREAD).map((reason) => (
          <li key={reason} className="wrap-anywhere">
            {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The weeks whose files were read, and those that are missing between them. */
export function ReadWeeks({ weeks }: { weeks: readonly ReadTenderWeek[] }) {
  const missing = missingWeeks(weeks, quebecDay());
  return (
    <section aria-labelledby="semaines" className="rounded-xl border border-line bg-paper p-5">
      <h2 id="semaines" className="text-lg font-semibold">
        Semaines lues
      </h2>
      {missing.length > 0 && (
        <div role="status" className="mt-2 rounded-lg bg-amber-pale px-3 py-2 text-sm text-amber-ink">
          {missing.length === 1
            ? `Une semaine manque\u00a0: celle du ${formatDay(missing[0] ?? '')}.`
            : `${missing.length} semaines manquent\u00a0: celles du ${missing.map((monday) => formatDay(monday)).join(', du ')}.`}
        </div>
      )}
      {weeks.length === 0 ? (
        <p className="mt-2 text-slate">Aucun fichier lu.</p>
      ) : (
        <ul className="mt-2 max-h-60 divide-y divide-line overflow-y-auto text-sm">
          {weeks.map(({ first_day, last_day, releases, kept }) => (
            <li key={first_day} className="py-1.5">
              Du {formatDay(first_day)} au {formatDay(last_day)}
              <span className="block text-slate">
                {formatNumber(releases)} avis, {counted(kept, 'retenu')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
