import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mark, openToday, type Task } from './task.ts';
import { words } from './words.ts';

const STREET = fileURLToPath(new URL('../../../supabase/seed/rue/', import.meta.url));

/** Time in ms in which a slow machine reads ten pictures again. */
const PATIENCE = 90_000;

export const survey: Task = {
  number: 8,
  title: 'Un relevé importé, scellé, remis',
  begins: 'Le dashboard; un dossier de dix photos et de leur trace GPS. Aucune autorité d’horodatage.',
  most: 16,
  run: async (hand, studio) => {
    const folder = mkdtempSync(join(tmpdir(), 'territoire-360-task-'));
    try {
      cpSync(join(STREET, 'avant'), folder, { recursive: true });
      cpSync(join(STREET, 'rue-des-erables-2025-10-28.gpx'), join(folder, 'trace.gpx'));
      await openToday(hand, studio);
      // Drivers cannot answer file and folder pickers, so the page uses inputs and downloads.
      await hand.page.run('void (delete window.showDirectoryPicker, delete window.showSaveFilePicker)');
      await hand.press(words.surveys, words.menu);
      await hand.press(words.newSurvey);
      await hand.fill(words.surveyName, `Rue des Érables ${mark()}`);
      await hand.press(words.createSurvey);
      await hand.give(words.folder, [folder]);
      await hand.press(words.keepPlaces, undefined, PATIENCE);
      await hand.press(words.evidence);
      await hand.give(words.originals, [folder]);
      await hand.press(words.seal, undefined, PATIENCE);
      await hand.press(words.confirmSeal);
      await hand.press(words.delivery);
      await hand.give(words.originals, [folder]);
      await hand.press(words.prepareFolder);
      await hand.sees('Dossier enregistré', PATIENCE);
      await hand.press(words.noteHandover);
      await hand.sees('Remis à');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
