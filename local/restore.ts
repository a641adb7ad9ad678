// npm run restore -- <folder> --replace: puts a backup in the place of what is there; --prove: puts it back elsewhere,
// compares, and notes what was found.
import { resolve } from 'node:path';
import { BackupError, readBackup } from '../supabase/operations/backup-folder.ts';
import { rowCount } from '../supabase/operations/database-rows.ts';
import { projectOf, proveProject, restoreProject } from '../supabase/operations/hosted-backup.ts';
import { proveDataFolder, restoreDataFolder } from './data-folder-backup.ts';
import { readSettings } from './process/settings.ts';
import { runCommand } from './process/user-error.ts';

await runCommand(async () => {
  const settings = readSettings(process.env);
  const { dataDir, env } = settings;
  const args = process.argv.slice(2);
  const [given] = args.filter((one) => !one.startsWith('--'));
  if (!given) throw new BackupError('Quelle sauvegarde ? « npm run restore -- backups/<date> --replace »');
  const folder = resolve(given);
  const project = projectOf(env);
  const target = project ? new URL(project.databaseUrl).host : dataDir;
  if (args.includes('--prove')) {
    if (project && !env.PROOF_DB_URL) {
      throw new BackupError('Où remettre la copie ? Donnez PROOF_DB_URL, la base d’un projet vide.');
    }
    const at = new Date();
    const { manifest, differences } = project
      ? await proveProject(project, env.PROOF_DB_URL ?? '', folder, at)
      : await proveDataFolder(settings, folder, at);
    console.log(
      `Copie du ${manifest.madeAt} remise ailleurs : ${Object.keys(manifest.files).length} fichiers intacts, ${rowCount(manifest.rows)} lignes comparées, ${differences} différences. C’est noté sous Réglages, Copies.`,
    );
  } else if (args.includes('--replace')) {
    if (project) await restoreProject(project, folder);
    else {
      const before = await restoreDataFolder(settings, folder, new Date());
      if (before) console.log(`Ce qui y était est gardé dans ${before}.`);
    }
    console.log(
      `${target} est tel qu'au ${(await readBackup(folder)).madeAt}. Aucun courriel ne part avant que vous ayez relu ce qui est parti depuis, dans l'administration : « Copie remise en place ».`,
    );
  } else {
    const { kind, madeAt, rows, files } = await readBackup(folder);
    console.log(
      `Sauvegarde intacte (${kind === 'hosted' ? 'projet hébergé' : 'pile locale'}, ${madeAt}) : ${Object.keys(files).length} fichiers.`,
    );
    for (const [table, count] of Object.entries(rows)) console.log(`  ${table} : ${count}`);
    console.log(`Rien n'est changé. Pour remplacer tout ce que contient ${target}, ajoutez --replace.`);
  }
}, BackupError);
