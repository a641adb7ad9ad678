// npm run backup: the local data folder, or the hosted project that SUPABASE_DB_URL names, in one dated folder.
import { join, resolve } from 'node:path';
import { BackupError, backupName } from '../supabase/operations/backup-folder.ts';
import { rowCount } from '../supabase/operations/database-rows.ts';
import { backUpProject, projectOf } from '../supabase/operations/hosted-backup.ts';
import { backUpDataFolder } from './data-folder-backup.ts';
import { readSettings } from './process/settings.ts';
import { runCommand } from './process/user-error.ts';

await runCommand(async () => {
  const settings = readSettings(process.env);
  const { root, env } = settings;
  const at = new Date();
  const folder = join(resolve(root, env.BACKUP_DIR || 'backups'), backupName(at));
  const project = projectOf(env);
  const manifest = project
    ? await backUpProject(project, folder, at)
    : await backUpDataFolder(settings, folder, at);
  console.log(
    `Sauvegarde faite : ${folder}\n${Object.keys(manifest.files).length} fichiers, ${rowCount(manifest.rows)} lignes de ${Object.keys(manifest.rows).length} tables.\nElle contient des renseignements personnels et la clé des adresses retirées : gardez-la chiffrée, hors de cet ordinateur.`,
  );
}, BackupError);
