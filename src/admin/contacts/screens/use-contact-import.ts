import { placeKey } from '@contract/search-key';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Encoding } from '@/admin/kit/lib/decode-text';
import { holdUnsavedText } from '@/admin/kit/lib/unsaved-text';
import { municipalities } from '@/admin/municipalities/data/municipalities';
import { readDraft, writeDraft } from '@/shared/lib/browser-draft';
import { readableMessage } from '@/shared/lib/failure';
import { consents } from '../data/consents';
import type { ImportOptions } from '../data/contact-import';
import { contacts } from '../data/contacts';
import { timeline } from '../data/timeline';
import type { CheckedRows, Corrections, UnknownValue } from './check-rows';
import type { FileSummary } from './import-engine';
import { type Meanings, rememberedMeanings, rememberMeanings } from './known-values';
import { type ListReader, openListReader } from './list-reader';
import type { ListChoices, Mapping } from './mapping';
import { type ImportResult, type ImportTotals, noTotals, runImport } from './run-import';

export type OpenFile = { name: string; summary: FileSummary; source: File };

/** Corrected cells: line of the file → field → text. */
export type CorrectedCells = NonNullable<Corrections['corrected']>;

/** The draft in this browser of the corrections of a file. */
const draftOf = ({ name, size, lastModified }: File) => `import:${name}:${size}:${lastModified}`;

/** Settings of the file before the dry run: the source of each field, the list, and the meaning of its values. */
export type Preparation = {
  file: OpenFile;
  mapping: Mapping;
  choices: ListChoices;
  meanings: Meanings;
  /** Unknown sectors and statuses, once they were searched. */
  unknown: readonly UnknownValue[];
  corrected: CorrectedCells;
  /** Corrections that an earlier visit typed in the same file, until they are taken or dropped. */
  found?: CorrectedCells | undefined;
};

/** The state of the import, by step. */
export type ImportStep =
  | { step: 'choose'; error?: string; reading: boolean }
  | ({ step: 'map'; error?: string } & Preparation)
  | {
      /** `trial`: a dry run, which counts the effects of the import. */
      step: 'running';
      file: OpenFile;
      trial: boolean;
      progress: ImportTotals;
    }
  | ({ step: 'review'; checked: CheckedRows; expected: ImportTotals } & Preparation)
  | { step: 'done'; file: OpenFile; choices: ListChoices; checked: CheckedRows; result: ImportResult };

const noChoices: ListChoices = { source: '', mode: 'skip', consent: null };

/** The state of the import and the actions that move it from step to step: file, columns, dry run, import. */
export function useContactImport() {
  const [state, setState] = useState<ImportStep>({ step: 'choose', reading: false });
  const reader = useRef<ListReader>(undefined);
  const running = useRef<AbortController>(undefined);
  const client = useQueryClient();

  useEffect(
    () => () => {
      running.current?.abort();
      reader.current?.close();
      reader.current = undefined;
    },
    [],
  );

  // A session that ends meanwhile is asked for again over the page: the file, its columns and its corrections stay.
  const isOpen = state.step === 'done' ? state.result.stopped !== undefined : state.step !== 'choose';
  useEffect(() => (isOpen ? holdUnsavedText() : undefined), [isOpen]);

  const open = async (file: File, encoding?: Encoding) => {
    setState({ step: 'choose', reading: true });
    reader.current ??= openListReader();
    try {
      const summary = await reader.current.read(file, encoding);
      setState({
        step: 'map',
        file: { name: file.name, summary, source: file },
        mapping: summary.mapping,
        choices: noChoices,
        meanings: rememberedMeanings(),
        unknown: [],
        corrected: {},
        found: readDraft<CorrectedCells>(draftOf(file))?.value,
      });
    } catch (error) {
      setState({ step: 'choose', reading: false, error: readableMessage(error) ?? '' });
    }
  };

  const run = async (
    file: OpenFile,
    checked: CheckedRows,
    options: ImportOptions,
    before = noTotals(checked.contacts.length),
  ) => {
    running.current = new AbortController();
    const trial = options.dryRun;
    const show = (progress: ImportTotals) => setState({ step: 'running', file, trial, progress });
    show(before);
    return runImport(checked.contacts, options, running.current.signal, show, before);
  };

  /** Reads the region of each town that the register has once; none when it cannot be read. */
  const regionsByTown = async (): Promise<Record<string, string>> => {
    const places = await client.ensureQueryData(municipalities.places()).catch(() => []);
    const regions = new Map<string, string>();
    for (const { name, region } of places) {
      const key = placeKey(name);
      regions.set(key, regions.has(key) && regions.get(key) !== region ? '' : region);
    }
    return Object.fromEntries(regions);
  };

  /** Checks every row, asks for the meaning of unknown values, then makes a dry run. */
  const tryOut = async (preparation: Preparation) => {
    const { file, mapping, choices, meanings, corrected } = preparation;
    const back = (error?: string, unknown = preparation.unknown) =>
      setState({ ...preparation, step: 'map', unknown, error });
    try {
      rememberMeanings(meanings);
      const regions = await regionsByTown();
      const checked = await (reader.current as ListReader).check(mapping, { meanings, regions, corrected });
      const asked = new Set(preparation.unknown.map(({ field, text }) => `${field} ${text}`));
      if (checked.unknown.some(({ field, text }) => !asked.has(`${field} ${text}`))) {
        return back(undefined, checked.unknown);
      }
      const expected = await run(file, checked, { ...choices, dryRun: true });
      if (expected.stopped === 'cancelled') back();
      else if (expected.stopped) back(expected.stopped.message || 'L’essai n’a pas pu se faire.');
      else setState({ ...preparation, step: 'review', checked, expected });
    } catch (error) {
      back(readableMessage(error));
    }
  };

  /**
   * Starts the import.
   *
   * @param stopped an import of the same rows that stopped, to be finished
   */
  const start = async (
    file: OpenFile,
    checked: CheckedRows,
    choices: ListChoices,
    { stopped: _reason, ...before }: ImportResult = noTotals(checked.contacts.length),
  ) => {
    const result = await run(file, checked, { ...choices, dryRun: false }, before);
    for (const queryKey of [contacts.all, consents.all, timeline.all]) {
      void client.invalidateQueries({ queryKey });
    }
    if (result.stopped === undefined) writeDraft(draftOf(file.source), undefined);
    setState({ step: 'done', file, choices, checked, result });
  };

  /** Keeps the corrections as they are typed, here and for a later visit. */
  const correct = (corrected: CorrectedCells) => {
    if (state.step !== 'review') return;
    writeDraft(draftOf(state.file.source), corrected);
    setState({ ...state, corrected });
  };

  /** Takes the corrections of an earlier visit, or drops them. */
  const settleFound = (isTaken: boolean) => {
    if (state.step !== 'map') return;
    if (!isTaken) writeDraft(draftOf(state.file.source), undefined);
    setState({ ...state, corrected: isTaken ? (state.found ?? {}) : {}, found: undefined });
  };

  return {
    state,
    open,
    tryOut,
    start,
    correct,
    settleFound,
    change: (changes: Partial<Pick<Preparation, 'mapping' | 'choices' | 'meanings'>>) =>
      setState((current) =>
        current.step === 'map' ? { ...current, ...changes, error: undefined } : current,
      ),
    backToColumns: () =>
      setState((current) => {
        if (current.step !== 'review') return current;
        const { checked: _checked, expected: _expected, ...preparation } = current;
        return { ...preparation, step: 'map' };
      }),
    restart: () => setState({ step: 'choose', reading: false }),
    cancel: () => running.current?.abort(),
  };
}
