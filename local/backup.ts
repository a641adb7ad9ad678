// npm run backup: the local data folder, or the hosted project that SUPABASE_DB_URL names, in one dated folder.
import { rmSync } from 'node:fs';
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
  const making = project ? backUpProject(project, folder, at) : backUpDataFolder(settings, folder, at);
  const manifest = await making.catch((error: unknown) => {
    // A folder that is not sealed would be taken for a backup.
    rmSync(folder, { recursive: true, force: true });
    throw error;
  });
  console.log(
    `Sauvegarde faite : ${folder}\n${Object.keys(manifest.files).length} fichiers, ${rowCount(manifest.rows)} lignes de ${Object.keys(manifest.rows).length} tables.\nElle contient des renseignements personnels et la clé des adresses retirées : gardez-la chiffrée, hors de cet ordinateur.`,
  );
}, BackupError);
