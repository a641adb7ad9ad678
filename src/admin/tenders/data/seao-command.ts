import { quebecDay } from '@contract/eastern-time';
import type { ImportCommand } from '@/admin/kit/lib/import-command';
import { readWeek } from './read-week';
import { missingWeeks, type WeekChanges, weekOfFile, weekSummary } from './seao';

type Week = { first_day: string; last_day: string };

const usage =
  'npm run import -- seao hebdo_20261116_20261122.json (ou l’adresse https d’un tel fichier), un ou plusieurs';

/** Reads weekly files of SEAO, sends what concerns the studio, and says which weeks are missing. */
export const command: ImportCommand = async (files, { call, open, refusal }) => {
  if (files.length === 0) throw refusal(`Usage : ${usage}`);
  const [settings] = await call<{ phrases: string[] }[]>('tender_settings?select=phrases&id=eq.1');
  for (const file of files) {
    const week = weekOfFile(new URL(file, 'file:///').pathname);
    if (!week)
      throw refusal(`${file} : le nom du fichier dit sa semaine, comme hebdo_20261116_20261122.json.`);
    const { releases, notices, unread } = await readWeek(await open(file), settings?.phrases ?? []).catch(
      (error: Error) => {
        throw refusal(`${file} : ${error.message}`);
      },
    );
    const [changes] = await call<WeekChanges[]>('rpc/import_tender_week', { ...week, releases, notices });
    if (changes) console.log(`${week.file_name} : ${weekSummary(releases, changes)}.`);
    for (const reason of unread) console.warn(`Avis non lu : ${reason}.`);
  }
  const weeks = await call<Week[]>('tender_weeks?select=first_day,last_day');
  const missing = missingWeeks(weeks, quebecDay(new Date()));
  if (missing.length > 0) console.log(`Semaines absentes, par leur lundi : ${missing.join(', ')}.`);
};
