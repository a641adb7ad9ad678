import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { consents } from '@/admin/data/contacts/consents';
import type { ImportOptions } from '@/admin/data/contacts/contact-import';
import { contacts } from '@/admin/data/contacts/contacts';
import { timeline } from '@/admin/data/contacts/timeline';
import type { CheckedRows } from './check-rows';
import type { FileSummary } from './import-engine';
import { type ListReader, openListReader } from './list-reader';
import type { ListChoices, Mapping } from './mapping';
import { type ImportResult, type ImportTotals, noTotals, runImport } from './run-import';

export type OpenFile = { name: string; summary: FileSummary };

/** The state of the import, by step. */
export type ImportStep =
  | { step: 'choose'; error?: string; reading: boolean }
  | { step: 'map'; file: OpenFile; mapping: Mapping; choices: ListChoices; error?: string }
  | {
      /** `trial`: a dry run, which counts what the import would do. */
      step: 'running';
      file: OpenFile;
      trial: boolean;
      progress: ImportTotals;
    }
  | {
      step: 'review';
      file: OpenFile;
      mapping: Mapping;
      choices: ListChoices;
      checked: CheckedRows;
      expected: ImportTotals;
    }
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

  const open = async (file: File) => {
    setState({ step: 'choose', reading: true });
    reader.current ??= openListReader();
    try {
      const summary = await reader.current.read(file);
      const mapping = summary.mapping;
      setState({ step: 'map', file: { name: file.name, summary }, mapping, choices: noChoices });
    } catch (error) {
      setState({ step: 'choose', reading: false, error: error instanceof Error ? error.message : '' });
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

  /** Checks every row, then makes a dry run. */
  const tryOut = async (file: OpenFile, mapping: Mapping, choices: ListChoices) => {
    const back = (error?: string) => setState({ step: 'map', file, mapping, choices, error });
    try {
      const checked = await (reader.current as ListReader).check(mapping);
      const expected = await run(file, checked, { ...choices, dryRun: true });
      if (expected.stopped === 'cancelled') back();
      else if (expected.stopped) back(expected.stopped.message || 'L’essai n’a pas pu se faire.');
      else setState({ step: 'review', file, mapping, choices, checked, expected });
    } catch (error) {
      back(error instanceof Error ? error.message : undefined);
    }
  };

  /** @param stopped an import of the same rows that stopped, to be finished */
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
    setState({ step: 'done', file, choices, checked, result });
  };

  return {
    state,
    open,
    tryOut,
    start,
    change: (changes: { mapping?: Mapping; choices?: ListChoices }) =>
      setState((current) =>
        current.step === 'map' ? { ...current, ...changes, error: undefined } : current,
      ),
    backToColumns: () =>
      setState((current) =>
        current.step === 'review'
          ? { step: 'map', file: current.file, mapping: current.mapping, choices: current.choices }
          : current,
      ),
    restart: () => setState({ step: 'choose', reading: false }),
    cancel: () => running.current?.abort(),
  };
}
