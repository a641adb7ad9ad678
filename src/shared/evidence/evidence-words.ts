import { easternTime } from '@contract/eastern-time.ts';
import { frenchDay } from '@contract/french-date';
import { counted } from '@/shared/lib/numbers';
import { type FolderStampProblem, isStampValid, type Verdict } from './verdict';

/** Writes a moment to the second, in Québec: « 20 avril 2026 à 10 h 02 min 07 s HAE ». */
export function momentText(moment: Date | string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return 'heure inconnue';
  const { day, hour, minute, second, zone } = easternTime(date);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${frenchDay(day)} à ${hour}\u00a0h\u00a0${two(minute)}\u00a0min\u00a0${two(second)}\u00a0s\u00a0${zone}`;
}

const imageCount = (count: number) => counted(count, 'image');

/** The verdict in one line, and the sentence under it. */
export function headlineOf(verdict: Verdict): { title: string; text: string } {
  const { level, whole, moved, stamps } = verdict;
  const intact = whole.length + moved.length;
  const added = addedText(verdict);
  const sentence =
    intact > 1
      ? `Les ${imageCount(intact)} de ce dossier sont celles qui ont été scellées, octet pour octet.`
      : 'L’image de ce dossier est celle qui a été scellée, octet pour octet.';
  switch (level) {
    case 'whole': {
      const first = stamps.filter(isStampValid).sort((a, b) => timeOf(a) - timeOf(b))[0]?.stamp;
      return {
        title: 'Dossier intact',
        text: `${sentence} Le sceau existait au plus tard le ${momentText(first?.time ?? '')}, selon ${first?.authority}.${added}`,
      };
    }
    case 'undated':
      return {
        title: 'Images intactes, sans date attestée par un tiers',
        text: `${sentence} Aucune autorité extérieure n’a horodaté le sceau\u00a0: sa date est celle que le studio déclare.${added}`,
      };
    case 'stamp-refused':
      return {
        title: 'Images conformes au manifeste, horodatage non retenu',
        text: `Les images correspondent au manifeste, mais aucun jeton d’horodatage ne vaut pour ce dossier\u00a0: rien n’établit que le manifeste est celui d’origine. ${stampProblems[stamps[0]?.problems[0] ?? 'unreadable']}`,
      };
    case 'incomplete':
      return {
        title: 'Originaux non remis',
        text: 'Ce dossier contient des aperçus. Le sceau porte sur les images originales, qui n’y sont pas\u00a0: demandez-les au studio, placez-les dans le dossier «\u00a0images\u00a0», puis vérifiez de nouveau.',
      };
    case 'altered':
      return {
        title: 'Ce dossier n’est pas tel qu’il a été scellé',
        text: alterationText(verdict),
      };
    case 'none':
      return {
        title: 'Aucun dossier de preuve ici',
        text: 'Le fichier manifeste.json est absent. Déposez le dossier complet, tel qu’il a été remis. Si vous avez reçu un fichier ZIP, décompressez-le d’abord.',
      };
  }
}

/** Says that the seal is silent about files that were added. */
const addedText = ({ added }: Pick<Verdict, 'added'>): string =>
  added.length === 0
    ? ''
    : ` ${counted(added.length, 'fichier')} ${added.length > 1 ? 'ajoutés ne sont couverts' : 'ajouté n’est couvert'} par aucun sceau\u00a0: voyez plus bas.`;

const timeOf = ({ stamp }: Verdict['stamps'][number]) => stamp?.time.getTime() ?? Number.POSITIVE_INFINITY;

function alterationText({ manifestState, changed, missing, added, unread }: Verdict): string {
  if (manifestState === 'unreadable') {
    return 'Le manifeste ne se lit pas\u00a0: il a été modifié, ou il est abîmé. Aucune image ne peut être comparée.';
  }
  const several = (count: number, one: string, many: string) => (count > 1 ? many : one);
  const parts = [
    ...(manifestState === 'edited' ? ['le manifeste a été modifié'] : []),
    ...(changed.length
      ? [`${imageCount(changed.length)} ${several(changed.length, 'modifiée', 'modifiées')}`]
      : []),
    ...(missing.length
      ? [`${imageCount(missing.length)} ${several(missing.length, 'manquante', 'manquantes')}`]
      : []),
    ...(unread.length
      ? [`${imageCount(unread.length)} ${several(unread.length, 'illisible', 'illisibles')}`]
      : []),
  ];
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.${addedText({ added })}`;
}

/** Says what is wrong with a stamp, for a clerk. */
export const stampProblems: Record<FolderStampProblem, string> = {
  unreadable: 'Ce fichier n’est pas la réponse d’une autorité d’horodatage, ou il est abîmé.',
  'not-granted': 'L’autorité a refusé d’horodater.',
  'other-imprint': 'Ce jeton porte sur une autre racine\u00a0: il ne dit rien de ce dossier.',
  'edited-since': 'Ce jeton porte sur la racine d’origine, et le manifeste a été modifié depuis.',
  signature: 'La signature n’est pas valide\u00a0: le jeton a été modifié ou fabriqué.',
  'not-for-stamps': 'Le certificat qui a signé n’est pas un certificat d’horodatage.',
  'certificate-expired':
    'Un certificat n’était pas valide à l’heure du jeton\u00a0: expiré, ou pas encore en vigueur.',
  'incomplete-chain':
    'La chaîne de certificats est incomplète\u00a0: le certificat racine de l’autorité manque ou ne correspond pas.',
  'before-last-picture':
    'L’heure du jeton précède celle de la dernière image\u00a0: l’horloge de l’appareil ou celle de l’autorité était fausse.',
  'after-now':
    'L’heure du jeton est à venir selon cet ordinateur\u00a0: son horloge ou celle de l’autorité est fausse.',
};
