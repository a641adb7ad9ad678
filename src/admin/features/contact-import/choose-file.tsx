import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';

type Props = { onFile: (file: File) => void; reading: boolean; error: string | undefined };

/** The file to import, dropped or chosen. */
export function ChooseFile({ onFile, reading, error }: Props) {
  const [over, setOver] = useState(false);
  return (
    <div>
      <label
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const [file] = event.dataTransfer.files;
          if (file) onFile(file);
        }}
        className={`flex cursor-pointer flex-col items-center gap-3 rounded-2xl border border-dashed px-6 py-14 text-center focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-spruce hover:border-spruce ${over ? 'border-spruce bg-spruce-pale' : 'border-slate bg-paper'}`}
      >
        {reading ? (
          <AzimuthRing className="size-10" spinning />
        ) : (
          <FileUp aria-hidden="true" className="size-10 text-spruce" />
        )}
        <span className="font-display text-lg font-semibold">
          {reading ? 'Lecture du fichier…' : 'Choisir un fichier CSV'}
        </span>
        <span className="max-w-prose text-slate">
          Ou déposez-le ici. Virgules, points-virgules ou tabulations; une ligne de titres, puis une ligne par
          contact. Jusqu’à 50&nbsp;000 lignes.
        </span>
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          className="sr-only"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) onFile(file);
            // The same file can be chosen again once it has been corrected.
            event.target.value = '';
          }}
        />
      </label>
      {error && (
        <p role="alert" className="mt-4 rounded-lg bg-sumac-pale px-4 py-3 font-medium text-sumac-deep">
          {error}
        </p>
      )}
    </div>
  );
}
