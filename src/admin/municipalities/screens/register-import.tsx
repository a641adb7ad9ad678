import { useMutation } from '@tanstack/react-query';
import { FileUp, RefreshCw } from 'lucide-react';
import { useId, useState } from 'react';
import { quebecDay } from '@/admin/kit/lib/dates';
import { type DecodedText, type Encoding, readTextFile } from '@/admin/kit/lib/decode-text';
import { EncodingChoice } from '@/admin/kit/ui/encoding-choice';
import { FileButton } from '@/admin/kit/ui/file-button';
import { formatNumber } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { REGISTER_SOURCE, REGISTER_URL } from '../data/attribution';
import { type ImportCounts, municipalities } from '../data/municipalities';
import { type Register, type Remark, readRegister } from '../data/register';
import type { RegisterFiles } from '../data/register-sources';

/** Files read and compared, ready to be imported or not. */
type ChosenRegister = { names: string[]; register: Register; sourceDate: string };

/** Reads the official files, shows what they would change, and imports them. */
export function RegisterImport() {
  const titleId = useId();
  const [chosen, setChosen] = useState<ChosenRegister>();
  /** A file whose accents may be read in two ways, and what to do with the answer. */
  const [doubt, setDoubt] = useState<DecodedText & { name: string; answer: (encoding: Encoding) => void }>();
  const preview = useMutation(municipalities.preview());
  const save = useMutation(municipalities.import());

  const official = useMutation(municipalities.official());

  const examine = ({ files, sourceDate }: RegisterFiles) => {
    const register = readRegister(files);
    setChosen({ names: files.map(({ name }) => name), register, sourceDate });
    if (register.problems.length === 0) preview.mutate({ places: register.places, sourceDate });
  };
  const download = () => {
    preview.reset();
    save.reset();
    setChosen(undefined);
    setDoubt(undefined);
    official.mutate(undefined, { onSuccess: examine });
  };
  const choose = async (files: File[], encodings: Readonly<Record<string, Encoding>> = {}) => {
    preview.reset();
    save.reset();
    const read = await Promise.all(
      files.map(async (file) => ({ name: file.name, ...(await readTextFile(file, encodings[file.name])) })),
    );
    const [doubt] = read.filter((one) => one.doubt);
    if (doubt)
      return setDoubt({
        ...doubt,
        answer: (encoding) => choose(files, { ...encodings, [doubt.name]: encoding }),
      });
    setDoubt(undefined);
    const sourceDate = quebecDay(new Date(Math.max(...files.map(({ lastModified }) => lastModified))));
    examine({ files: read, sourceDate });
  };

  return (
    <section aria-labelledby={titleId} className="rounded-xl border border-line bg-paper p-5">
      <h2 id={titleId} className="text-lg font-semibold">
        Importer le répertoire
      </h2>
      <p className="mt-2 max-w-prose text-slate">
        Ce qui changera est montré avant d’être importé. Un lieu que le registre ne nomme plus est gardé avec
        son historique.
      </p>
      <Button className="mt-4" variant="outline" pending={official.isPending} onClick={download}>
        <RefreshCw aria-hidden="true" className="size-4" />
        Mettre à jour depuis Données Québec
      </Button>
      <p className="mt-5 max-w-prose text-slate">
        Ou téléchargez <strong>MUN.csv</strong> et <strong>MRC_CM_Arg.csv</strong> sur{' '}
        <a href={REGISTER_URL} target="_blank" rel="noopener noreferrer" className="underline">
          Données Québec
        </a>{' '}
        ({REGISTER_SOURCE}), puis choisissez les deux ensemble. Un troisième fichier facultatif (code,
        latitude, longitude) ajoute des coordonnées; celles qui sont déjà connues sont gardées.
      </p>
      <FileButton
        label="Choisir les fichiers CSV"
        accept=".csv,text/csv"
        multiple
        icon={FileUp}
        onChoose={(files) => choose(files)}
        className="mt-4"
      />
      {doubt && <EncodingChoice file={doubt.name} readings={doubt.doubt} onChoose={doubt.answer} />}
      <div aria-live="polite" className="space-y-5">
        {chosen && <p className="mt-4 text-sm text-slate">{chosen.names.join(', ')}</p>}
        {chosen && chosen.register.problems.length > 0 && <Problems problems={chosen.register.problems} />}
        {preview.isPending && <p>Comparaison avec le répertoire…</p>}
        {chosen && preview.data && (
          <ImportSummary
            counts={preview.data}
            lines={chosen.register.lines}
            rejected={chosen.register.rejected.length}
            ignored={chosen.register.ignored.length}
            done={save.data}
          />
        )}
      </div>
      {chosen && preview.data && !save.data && (
        <Button
          className="mt-5"
          pending={save.isPending}
          onClick={() => save.mutate({ places: chosen.register.places, sourceDate: chosen.sourceDate })}
        >
          Importer {chosen.register.places.length} lieux
        </Button>
      )}
      {chosen && (
        <>
          <Remarks title="Lignes laissées de côté" remarks={chosen.register.rejected} />
          <Remarks title="Valeurs laissées de côté" remarks={chosen.register.ignored} />
        </>
      )}
    </section>
  );
}

function Problems({ problems }: { problems: string[] }) {
  return (
    <div role="alert" className="rounded-xl border border-sumac bg-sumac-pale p-4 text-sumac-deep">
      <p className="font-semibold">Ces fichiers ne peuvent pas être importés. Rien n’a été modifié.</p>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  );
}

/** The preview of an import, then its result. */
function ImportSummary({
  counts,
  lines: read,
  rejected,
  ignored,
  done,
}: {
  counts: ImportCounts;
  /** Number of rows in the files: each is a place or is rejected. */
  lines: number;
  /** Number of rows, then of values, that are left out. */
  rejected: number;
  ignored: number;
  /** Result of the import, once it is done. */
  done: ImportCounts | undefined;
}) {
  const { added, changed, unchanged, missing } = done ?? counts;
  const lines: [string, number][] = [
    ['Lignes lues', read],
    ['Nouveaux', added],
    ['Modifiés', changed],
    ['Inchangés', unchanged],
    ['Lignes rejetées', rejected],
    ['Valeurs illisibles', ignored],
    ['Absents des fichiers, gardés', missing],
  ];
  return (
    <div>
      <p className="mt-2 font-semibold">{done ? 'Importation terminée' : 'Ce que l’importation changera'}</p>
      <dl className="mt-2 grid grid-cols-[auto_auto] justify-start gap-x-6 gap-y-1">
        {lines.map(([label, count]) => (
          <div key={label} className="contents">
            <dt className="text-slate">{label}</dt>
            <dd className="text-right font-semibold tabular-nums">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Number of remarks that are listed; the others are counted. */
const MOST_SHOWN = 100;

/** Rows or values that are left out, with line and reason. */
function Remarks({ title, remarks }: { title: string; remarks: readonly Remark[] }) {
  if (remarks.length === 0) return null;
  return (
    <details className="mt-5">
      <summary className="cursor-pointer font-semibold">
        {title} ({remarks.length})
      </summary>
      <ul className="mt-2 space-y-1 text-sm">
        {remarks.slice(0, MOST_SHOWN).map(({ file, line, place, reason }) => (
          <li key={`${file}-${line}-${reason}`}>
            {file}, ligne {line}
            {place && ` (${place})`}
            {'\u00a0'}: {reason}
          </li>
        ))}
        {remarks.length > MOST_SHOWN && <li>… et {remarks.length - MOST_SHOWN} autres</li>}
      </ul>
    </details>
  );
}
