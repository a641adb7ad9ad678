import type { Api } from '../api/start-api.ts';
import type { MigrationPlan } from '../database/migrations.ts';
import type { LockOwner } from './data-folder-lock.ts';
import { HOST, type Settings } from './settings.ts';

/** Inserted by supabase/seed.sql, for local use only. */
export const seededAdmin = { email: 'admin@territoire360.test', password: 'territoire-360-local' };

export interface AdministratorAccess {
  email: string;
  password: string;
  state: 'ready' | 'changed' | 'absent';
  /** The one-time code of a studio that has no administrator. */
  claimCode: string | null;
}

/**
 * The administrator of the demo content, and whether that sign-in still works in this data folder; or the new code by
 * which the first account of an empty studio becomes administrator.
 */
export async function readAdministrator({ sql }: Pick<Api, 'sql'>): Promise<AdministratorAccess> {
  const { rows } = await sql<{ works: boolean }>(
    `select encrypted_password = extensions.crypt($2, encrypted_password) as works
     from auth.users where email = $1`,
    [seededAdmin.email, seededAdmin.password],
  );
  const claim = await sql<{ code: string | null }>('select private.new_claim_code() as code', []);
  const claimCode = claim.rows[0]?.code ?? null;
  return { ...seededAdmin, claimCode, state: rows[0] ? (rows[0].works ? 'ready' : 'changed') : 'absent' };
}

/** Formats the summary that `npm start` prints when everything answers. */
export function readySummary({
  settings,
  webUrl,
  apiUrl,
  mailUrl,
  access,
  ms,
}: {
  settings: Settings;
  webUrl: string;
  apiUrl: string;
  mailUrl: string;
  access: AdministratorAccess;
  /** Milliseconds since the start of the process. */
  ms: number;
}): string {
  const password = {
    ready: access.password,
    changed: '(modifié depuis la première utilisation)',
    absent: '(absent : les données de démonstration ne sont pas là)',
  }[access.state];
  const seconds = new Intl.NumberFormat('fr-CA', { maximumFractionDigits: 1 }).format(ms / 1000);
  return [
    '',
    'Territoire 360 — tout est prêt',
    '',
    ...(settings.web === 'none'
      ? [`  Site                non servi ici (attendu à ${webUrl})`]
      : [`  Site                ${webUrl}`, `  Administration      ${webUrl}/admin`]),
    ...(settings.publishedPort
      ? [
          `  Site publié         http://${HOST}:${settings.publishedPort} (bâti au premier démarrage, puis par « Publier le site »)`,
        ]
      : []),
    `  API                 ${apiUrl}`,
    `  Boîte courriel      ${mailUrl}`,
    '',
    ...(access.claimCode
      ? [
          `  Code du studio      ${access.claimCode}`,
          `                      Créez un compte à ${webUrl}/auth, puis entrez ce code : ce compte devient administrateur.`,
        ]
      : [`  Administrateur      ${access.email}`, `  Mot de passe        ${password}`]),
    '',
    `Démarré en ${seconds} s. Données : ${settings.dataDir}`,
    'Ctrl-C pour arrêter ; « npm run reset » pour repartir de zéro.',
    '',
  ].join('\n');
}

/** Lines that tell when the database and the files of supabase/ no longer say the same. */
export function migrationWarnings({ edited, missing }: MigrationPlan, editedSeeds: string[]): string[] {
  const names = edited.map(({ version, name }) => `${version}_${name}.sql`).join(', ');
  return [
    ...(edited.length > 0
      ? [`Attention : déjà appliquée(s) puis modifiée(s) : ${names}. « npm run reset » rejoue tout.`]
      : []),
    ...(missing.length > 0
      ? [
          `Attention : appliquée(s) ici, mais sans fichier : ${missing.join(', ')}. « npm run reset » rejoue tout.`,
        ]
      : []),
    ...editedSeeds.map(
      (path) => `Note : ${path} a changé depuis le premier démarrage. « npm run reset » pour le rejouer.`,
    ),
  ];
}

/** Formats the message of a second start on one data folder. */
export function alreadyRunning({ pid, addresses, startedAt }: LockOwner, dataDir: string): string {
  const since = startedAt
    ? ` depuis ${new Date(startedAt).toLocaleTimeString('fr-CA', { hour: 'numeric', minute: '2-digit' })}`
    : '';
  const where = addresses.length > 0 ? ` — ${addresses.join(', ')}` : '';
  return [
    `Déjà en marche${since} sur ${dataDir} (processus ${pid}${where}).`,
    'Arrêtez-le, ou choisissez un autre dossier et d’autres ports : DATA_DIR, PORT, SUPABASE_PORT, MAIL_PORT, SMTP_PORT.',
  ].join('\n');
}
