import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { holdUnsavedText } from '@/admin/kit/lib/unsaved-text';
import { isUnreachable } from '@/shared/lib/failure';
import type { SurveyFolder } from '../data/folder';
import { type ImportProgress, type ImportResult, importFolder, importLock } from '../data/import-folder';

/** State of the import of a folder. */
export type ImportState =
  | { step: 'none' }
  | { step: 'elsewhere'; folder: SurveyFolder }
  | { step: 'running'; progress: ImportProgress | undefined }
  | { step: 'stopped'; folder: SurveyFolder }
  | { step: 'failed'; folder: SurveyFolder; reason: string }
  | { step: 'done'; result: ImportResult; others: number };

/** Imports folders into a survey, one tab at a time: of two tabs the second one is told. */
export function useFolderImport(surveyId: string) {
  const client = useQueryClient();
  const [state, setState] = useState<ImportState>({ step: 'none' });
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (folder: SurveyFolder) => {
    const controller = new AbortController();
    running.current = controller;
    setState({ step: 'running', progress: undefined });
    // A session that ends meanwhile is asked for again over the page.
    const release = holdUnsavedText();
    try {
      const result = await importFolder(client, surveyId, folder, {
        signal: controller.signal,
        onProgress: (progress) => setState({ step: 'running', progress }),
      });
      setState({ step: 'done', result, others: folder.others });
    } catch (error) {
      if (controller.signal.aborted) setState({ step: 'stopped', folder });
      else setState({ step: 'failed', folder, reason: reasonOf(error) });
    } finally {
      release();
    }
  };

  const start = async (folder: SurveyFolder) => {
    if (!navigator.locks) return run(folder);
    await navigator.locks.request(importLock(surveyId), { ifAvailable: true }, async (lock) => {
      if (lock) await run(folder);
      else setState({ step: 'elsewhere', folder });
    });
  };
  return { state, start, stop: () => running.current?.abort() };
}

function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'NotFoundError') {
    return 'Le dossier a été déplacé ou débranché.';
  }
  return isUnreachable(error)
    ? 'La connexion a été coupée.'
    : 'L’enregistrement a été refusé. Rechargez la page, puis reprenez.';
}
