import { FileUp } from 'lucide-react';
import { Link } from 'react-router-dom';
import { EncodingChoice } from '@/admin/kit/ui/encoding-choice';
import { FileDrop } from '@/admin/kit/ui/file-drop';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import { Button, buttonClass } from '@/shared/ui/button';
import { Seo } from '@/shared/ui/seo';
import { contactPaths } from '../paths';
import type { CheckedRows, RowError } from './check-rows';
import { ErrorList, Remarks } from './error-list';
import { FileNotes, LineSum, TotalsList } from './import-totals';
import { ListChoices } from './list-choices';
import { MapColumns } from './map-columns';
import { missingInput } from './mapping';
import type { RefusedContact } from './run-import';
import { type CorrectedCells, type ImportStep, useContactImport } from './use-contact-import';
import { ValueChoices } from './value-choices';

const delimiters: Record<string, string> = {
  ',': 'virgules',
  ';': 'points-virgules',
  '\t': 'tabulations',
  '|': 'barres verticales',
};

/** Imports contacts from a workbook or a CSV file: column mapping, dry run, then the import, which can be stopped. */
export function ContactImportPage() {
  const { state, ...actions } = useContactImport();
  return (
    <div className="max-w-4xl">
      <Seo title="Importer des contacts" noIndex />
      <PageHeader title="Importer des contacts" count={describeFile(state)}>
        {state.step !== 'running' && (
          <Link to={contactPaths.list.href()} className={buttonClass({ variant: 'outline' })}>
            Revenir aux contacts
          </Link>
        )}
      </PageHeader>
      <div className="space-y-6">
        <Step state={state} {...actions} />
      </div>
      <UnsavedChanges when={state.step === 'running' && !state.trial} {...leaveWarning(state)} />
    </div>
  );
}

/** Describes the effect of leaving during an import: saved rows stay. */
function leaveWarning(state: ImportStep) {
  if (state.step !== 'running') return {};
  const { done, all } = state.progress;
  const kept = done > 1 ? 'sont déjà traités et le resteront' : 'est déjà traité et le restera';
  return {
    title: 'Arrêter l’importation?',
    description: `${formatNumber(done)} contact${done > 1 ? 's' : ''} sur ${formatNumber(all)} ${kept}. Les autres ne seront pas importés; le même fichier, importé de nouveau, les ajoutera.`,
    confirmLabel: 'Arrêter et quitter',
    cancelLabel: 'Continuer l’importation',
  };
}

function describeFile(state: ImportStep): string | undefined {
  if (state.step === 'choose') return undefined;
  const { name, summary } = state.file;
  const { count, encoding, delimiter, sheet } = summary;
  const lines = `${formatNumber(count)} ligne${count > 1 ? 's' : ''}`;
  if (encoding === 'vCard') return `${name}, ${formatNumber(count)} carte${count > 1 ? 's' : ''} vCard`;
  if (sheet !== undefined) return `${name}, ${lines}, feuille «\u00a0${sheet}\u00a0»`;
  return `${name}, ${lines}, ${encoding}, ${delimiters[delimiter] ?? 'une seule colonne'}`;
}

function Step({ state, open, tryOut, start, ...actions }: ReturnType<typeof useContactImport>) {
  switch (state.step) {
    case 'choose':
      return <ChooseFile onFile={open} reading={state.reading} error={state.error} />;
    case 'map': {
      const { file, mapping, choices, meanings, unknown, error } = state;
      const missing = missingInput(mapping, choices);
      return (
        <>
          <EncodingChoice
            file={file.name}
            readings={file.summary.encodingDoubt}
            onChoose={(encoding) => open(file.source, encoding)}
          />
          {state.found && <FoundCorrections found={state.found} onSettle={actions.settleFound} />}
          <MapColumns
            summary={file.summary}
            mapping={mapping}
            onChange={(next) => actions.change({ mapping: next })}
          />
          <ListChoices choices={choices} onChange={(next) => actions.change({ choices: next })} />
          {unknown.length > 0 && (
            <ValueChoices
              unknown={unknown}
              meanings={meanings}
              onChange={(next) => actions.change({ meanings: next })}
            />
          )}
          {error && (
            <p role="alert" className="rounded-lg bg-sumac-pale px-4 py-3 font-medium text-sumac-deep">
              {error}
            </p>
          )}
          <div className="flex flex-wrap items-center justify-end gap-3">
            <p role="status" className="mr-auto text-sm text-slate">
              {missing}
            </p>
            <Button variant="outline" onClick={actions.restart}>
              Choisir un autre fichier
            </Button>
            <Button disabled={missing !== undefined} onClick={() => tryOut(state)}>
              Vérifier sans importer
            </Button>
          </div>
        </>
      );
    }
    case 'running':
      return <Running state={state} onCancel={actions.cancel} />;
    case 'review': {
      const { file, checked, choices, expected } = state;
      const { inserted, completed } = expected;
      const count = inserted + completed;
      return (
        <>
          <TotalsList totals={expected} trial />
          <LineSum count={file.summary.count} totals={expected} refused={checked.errors.length} trial />
          <FileNotes summary={file.summary} />
          <Remarks remarks={checked.remarks} />
          <ErrorList
            headers={file.summary.headers}
            errors={checked.errors}
            corrected={state.corrected}
            onCorrect={actions.correct}
            onCheck={() => tryOut(state)}
          />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="outline" onClick={actions.backToColumns}>
              Revenir aux colonnes
            </Button>
            <Button variant="accent" disabled={count === 0} onClick={() => start(file, checked, choices)}>
              {count === 0
                ? 'Rien à importer'
                : `Importer ${formatNumber(count)} contact${count > 1 ? 's' : ''}`}
            </Button>
          </div>
        </>
      );
    }
    case 'done': {
      const { file, choices, checked, result } = state;
      const errors = [...checked.errors, ...result.refused.map((one) => refusedRow(one, checked))];
      return (
        <>
          <p role="status" className="rounded-lg bg-spruce-pale px-4 py-3 font-semibold">
            {result.stopped === undefined
              ? 'Importation terminée.'
              : `Import arrêté après ${formatNumber(result.done)} contacts sur ${formatNumber(result.all)}. Ce qui précède est conservé.`}
          </p>
          {typeof result.stopped === 'object' && (
            <p role="alert" className="rounded-lg bg-sumac-pale px-4 py-3 text-sumac-deep">
              {result.stopped.message || 'Le serveur n’a pas répondu.'} Reprenez l’importation là où elle
              s’est arrêtée&nbsp;: personne ne sera ajouté deux fois.
            </p>
          )}
          <TotalsList totals={result} trial={false} />
          <LineSum count={file.summary.count} totals={result} refused={errors.length} trial={false} />
          <FileNotes summary={file.summary} />
          <Remarks remarks={checked.remarks} />
          <ErrorList headers={file.summary.headers} errors={errors} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="outline" onClick={actions.restart}>
              Importer un autre fichier
            </Button>
            {result.stopped !== undefined && (
              <Button variant="accent" onClick={() => start(file, checked, choices, result)}>
                Reprendre
              </Button>
            )}
          </div>
        </>
      );
    }
  }
}

/** Offers the corrections that an earlier visit typed in the same file. */
function FoundCorrections({
  found,
  onSettle,
}: {
  found: CorrectedCells;
  onSettle: (isTaken: boolean) => void;
}) {
  const cells = Object.values(found).reduce((sum, line) => sum + Object.keys(line).length, 0);
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-lg bg-spruce-pale px-4 py-3 text-[0.95rem]"
    >
      <p className="min-w-0 flex-1 basis-64">
        Vous aviez corrigé {counted(cells, 'cellule', 'cellules')} de ce fichier.
      </p>
      <Button size="sm" onClick={() => onSettle(true)}>
        Reprendre les corrections
      </Button>
      <Button size="sm" variant="outline" onClick={() => onSettle(false)}>
        Les effacer
      </Button>
    </div>
  );
}

/** Returns a contact that the database refused as a row of the file. */
const refusedRow = ({ index, message }: RefusedContact, { lines, cells }: CheckedRows): RowError => ({
  line: lines[index] ?? 0,
  message,
  cells: cells[index] ?? [],
  faulty: {},
});

function Running({
  state,
  onCancel,
}: {
  state: Extract<ImportStep, { step: 'running' }>;
  onCancel: () => void;
}) {
  const { progress, trial } = state;
  const text = `${formatNumber(progress.done)} sur ${formatNumber(progress.all)}`;
  return (
    <section aria-label="Progression" className="rounded-xl border border-line bg-paper p-6">
      <p className="mb-3 font-semibold" role="status">
        {trial ? 'Vérification' : 'Import'} en cours&nbsp;: {text}
      </p>
      <progress
        aria-label={trial ? 'Vérification' : 'Import'}
        value={progress.done}
        max={Math.max(1, progress.all)}
        className="h-3 w-full accent-spruce"
      />
      <div className="mt-4 flex justify-end">
        <Button variant="outline" onClick={onCancel}>
          Arrêter
        </Button>
      </div>
    </section>
  );
}

type Props = { onFile: (file: File) => void; reading: boolean; error: string | undefined };

/** The file to import, dropped or chosen. */
function ChooseFile({ onFile, reading, error }: Props) {
  return (
    <div>
      <FileDrop
        accept=".xlsx,.csv,.tsv,.txt,.vcf,text/csv,text/vcard"
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
          Ou déposez-le ici. Un classeur .xlsx, un fichier CSV (une ligne de titres, puis une ligne par
          contact) ou des cartes vCard. Jusqu’à 50&nbsp;000 lignes.
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
