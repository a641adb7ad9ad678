import { FileUp } from 'lucide-react';
import { FileDrop } from '@/admin/ui/file-drop';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';

type Props = { onFile: (file: File) => void; reading: boolean; error: string | undefined };

/** The file to import, dropped or chosen. */
export function ChooseFile({ onFile, reading, error }: Props) {
  return (
    <div>
      <FileDrop
        accept=".xlsx,.csv,.tsv,.txt,text/csv"
        onChoose={([file]) => file && onFile(file)}
        className="flex-col items-center gap-3 px-6 py-14 text-center"
      >
        {reading ? (
          <AzimuthRing className="size-10" spinning />
        ) : (
          <FileUp aria-hidden="true" className="size-10 text-spruce" />
        )}
        <span className="font-display text-lg font-semibold">
          {reading ? 'Lecture du fichier…' : 'Choisir un fichier Excel ou CSV'}
        </span>
        <span className="max-w-prose text-slate">
          Ou déposez-le ici. Un classeur .xlsx, ou des virgules, points-virgules ou tabulations; une ligne de
          titres, puis une ligne par contact. Jusqu’à 50&nbsp;000 lignes.
        </span>
      </FileDrop>
      {error && (
        <p role="alert" className="mt-4 rounded-lg bg-sumac-pale px-4 py-3 font-medium text-sumac-deep">
          {error}
        </p>
      )}
    </div>
  );
}
