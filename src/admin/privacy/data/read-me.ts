import { formatDateTime } from '@/admin/kit/lib/dates';
import { serverNow } from '@/admin/kit/lib/server-clock';
import { siteConfig } from '@/shared/lib/site-config';
import type { ExportFailure } from './export-failures';

/** Writes the LISEZ-MOI.txt of a copy: the files and the missing ones. */
export function readMe(failures: readonly ExportFailure[], pictures: number): string {
  const missing =
    failures.length === 0
      ? ['Rien ne manque.']
      : [
          'ATTENTION\u00a0: cette copie est incomplète. Exportez de nouveau.',
          ...failures.map(({ file, reason }) => `- ${file}\u00a0: ${reason}`),
        ];
  return [
    `${siteConfig.name} – copie de toutes les données, le ${formatDateTime(serverNow().toISOString())}`,
    '',
    ...missing,
    '',
    'Chaque fichier .csv est une liste, en UTF-8, qu’Excel ouvre directement. Les colonnes «\u00a0Numéro de…\u00a0»',
    'renvoient à la colonne «\u00a0Numéro\u00a0» d’un autre fichier. Une apostrophe devant une cellule empêche un tableur',
    'de l’exécuter comme une formule. Les dates et heures sont en temps universel.',
    `Le dossier images contient les photos des visites (${pictures} au moment de la copie), pieces-jointes ce que les`,
    'réponses aux demandes portaient, et fichiers-des-devis, par numéro de devis, le PDF de chaque devis envoyé et la',
    'résolution ou le bon de commande de son acceptation. Le dossier panoramas contient, par visite, les images des',
    'visites faites ici\u00a0: chaque panorama tel que l’appareil l’a donné (sa première sphère, base.jpg, s’il n’a pas été',
    'gardé), les plans et les images des points. Leurs tuiles n’y sont pas\u00a0: la sauvegarde les contient. Le dossier',
    'photos-des-deplacements contient les photos prises aux arrêts, par leur numéro.',
    '',
    'Les listes sont lues l’une après l’autre\u00a0: ce qui a changé pendant la copie peut paraître dans l’une et pas dans',
    'l’autre. N’y sont pas\u00a0: les mots de passe, le répertoire public des municipalités, les jetons de désabonnement et',
    'les traces techniques de l’envoi. Pour tout remettre en place, utilisez la sauvegarde (docs/backup.md).',
    '',
    'Ces fichiers contiennent des renseignements personnels\u00a0: gardez-les en lieu sûr et détruisez-les après usage.',
    '',
  ].join('\r\n');
}
