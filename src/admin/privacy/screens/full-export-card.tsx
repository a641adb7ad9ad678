import { useMutation } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import { quebecDay } from '@/admin/kit/lib/dates';
import { useSavedFile } from '@/admin/kit/lib/use-saved-file';
import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { type ExportProgress, fullExport } from '../data/full-export';

/** « Tout exporter »: all business data in a ZIP, with its progress, a cancel button, and the failures. */
export function FullExportCard() {
  const run = useMutation(fullExport.run());
  const file = useSavedFile<ExportProgress>();
  const { progress } = file;
  const start = async () => {
    // The mutation says why it failed.
    const outcome = await file
      .start(`tout-${quebecDay()}.zip`, (job) => run.mutateAsync(job))
      .catch(() => undefined);
    if (outcome === 'stopped') notify.info('Exportation annulée', 'Annulation');
  };

  return (
    <section aria-labelledby="tout-exporter" className="rounded-xl border border-line bg-paper p-5">
      <h2 id="tout-exporter" className="text-lg font-semibold">
        Tout exporter
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-sm text-slate">
        Un fichier ZIP avec toutes vos listes (CSV) et les images des visites. Il contient les renseignements
        personnels de tous vos contacts&nbsp;: l’exportation est inscrite au registre.
      </p>
      {file.isRunning ? (
        <div className="space-y-3">
          <ProgressBar label="Fichiers copiés" done={progress?.done ?? 0} total={progress?.total ?? 1} />
          <p role="status" className="text-sm">
            {progress?.current ? `Copie de ${progress.current}…` : 'Préparation…'} Gardez cette page ouverte.
          </p>
          <Button size="sm" variant="outline" onClick={file.stop}>
            Annuler l’exportation
          </Button>
        </div>
      ) : (
        <Button size="sm" variant="outline" onClick={start}>
          <Archive aria-hidden="true" className="size-4" />
          Tout exporter
        </Button>
      )}
      {run.data && <Result failures={run.data} />}
    </section>
  );
}

function Result({ failures }: { failures: readonly { file: string; reason: string }[] }) {
  if (failures.length === 0) {
    return (
      <p role="status" className="mt-4 text-sm font-semibold">
        L’exportation est complète.
      </p>
    );
  }
  return (
    <div role="alert" className="mt-4 rounded-lg border border-sumac-deep bg-sumac-pale px-4 py-3 text-sm">
      <p className="font-semibold">
        L’exportation est incomplète&nbsp;: {counted(failures.length, 'fichier')} en défaut. Le LISEZ-MOI.txt
        du ZIP en donne aussi la liste.
      </p>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        {failures.map(({ file, reason }) => (
          <li key={file}>
            {file}&nbsp;: {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
