import { generationSteps } from '@/admin/data/prospects/prospect-labels';
import { type Generation, isRunning } from '@/admin/data/prospects/prospects';
import { formatDateTime } from '@/admin/lib/dates';
import { formatRelative } from '@/admin/lib/relative-time';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';

/** How the last generation goes on, or how it ended. It goes on when the page is left. */
export function GenerationProgress({ generation }: { generation: Generation | null | undefined }) {
  if (!generation) return null;
  const { step, found, started_at: startedAt, message } = generation;
  if (isRunning(generation)) {
    const doing = (generationSteps as Record<string, string>)[step] ?? step;
    return (
      <div
        role="status"
        className="mb-6 flex items-center gap-4 rounded-xl border border-line bg-spruce-pale px-5 py-4"
      >
        <AzimuthRing className="size-9 shrink-0 text-spruce" spinning />
        <p>
          <span className="font-semibold">Génération en cours</span>
          {`\u00a0: ${doing}… `}
          {found > 0 && `${found} ${found > 1 ? 'organisations vues' : 'organisation vue'} jusqu’ici. `}
          <span className="text-slate">Vous pouvez quitter la page, le travail continue.</span>
        </p>
      </div>
    );
  }
  const ended = generation.status === 'running' ? 'La génération a été interrompue. Relancez-la.' : message;
  if (!ended) return null;
  return (
    <p className="mb-6 text-sm text-slate">
      Dernière génération,{' '}
      <time dateTime={startedAt} title={formatDateTime(startedAt)}>
        {formatRelative(startedAt)}
      </time>
      {`\u00a0: ${ended}`}
    </p>
  );
}
