import { frenchDay } from '@/shared/lib/french-day';
import { counted } from '@/shared/lib/numbers';
import type { ManifestHeader, sources } from './manifest';
import { type FolderStampProblem, holds, type Verdict } from './verify-folder';

/** What a seal establishes, what it does not, and what the law says: read by clerks and by lawyers. */
export const sealWords = {
  establishes: [
    'Chaque image intacte est, octet pour octet, celle qui a été lue au moment du scellement.',
    'L’heure, la position et l’orientation inscrites au manifeste n’ont pas changé depuis.',
    'Le sceau existait au plus tard à l’heure du jeton, selon une autorité extérieure au studio.',
  ],
  doesNot: [
    'Que l’heure et la position étaient exactes à la prise de vue\u00a0: le manifeste dit d’où elles viennent, et comment l’horloge de l’appareil a été corrigée.',
    'Qu’aucune image n’a été retouchée ou écartée avant le scellement.',
    'La cause d’un dommage, ni qui en répond.',
    'Que l’autorité d’horodatage est digne de confiance\u00a0: comparez l’empreinte de sa racine avec celle qu’elle publie. Une révocation de certificat ne se voit pas hors ligne.',
  ],
  law: [
    'La Loi concernant le cadre juridique des technologies de l’information (RLRQ, chapitre C-1.1) donne la même valeur juridique à un document, quel que soit son support, quand son intégrité est assurée (article\u00a05). Elle l’est quand on peut vérifier que l’information n’est pas altérée et qu’elle est maintenue dans son intégralité, de sa création à sa conservation (article\u00a06).',
    'Un document technologique peut tenir lieu d’original si son intégrité est assurée et si ses composantes d’origine sont conservées (article\u00a012)\u00a0: gardez les images telles qu’elles ont été remises. Une copie redimensionnée ou enregistrée de nouveau n’est plus l’image scellée.',
    'Ce dossier donne le moyen de vérifier l’intégrité. Il ne constitue pas un avis juridique\u00a0: c’est un tribunal qui décide de sa valeur.',
  ],
} as const;

const clock = new Intl.DateTimeFormat('fr-CA', {
  timeZone: 'America/Toronto',
  hourCycle: 'h23',
  ...{
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  },
});

/** Writes a moment to the second, in Québec: « 20 avril 2026 à 10 h 02 min 07 s ». */
export function momentText(moment: Date | string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return 'heure inconnue';
  const part = (wanted: string) => clock.formatToParts(date).find(({ type }) => type === wanted)?.value ?? '';
  const [hour, minute, second] = [Number(part('hour')), part('minute'), part('second')];
  return `${frenchDay(`${part('year')}-${part('month')}-${part('day')}`)} à ${hour}\u00a0h\u00a0${minute}\u00a0min\u00a0${second}\u00a0s`;
}

const images = (count: number) => counted(count, 'image');

/** The verdict in one line, and the sentence under it. */
export function headlineOf(verdict: Verdict): { title: string; text: string } {
  const { level, whole, moved, stamps } = verdict;
  const intact = whole.length + moved.length;
  const sentence =
    intact > 1
      ? `Les ${images(intact)} de ce dossier sont celles qui ont été scellées, octet pour octet.`
      : 'L’image de ce dossier est celle qui a été scellée, octet pour octet.';
  switch (level) {
    case 'whole': {
      const first = stamps.filter(holds).sort((a, b) => timeOf(a) - timeOf(b))[0]?.stamp;
      return {
        title: 'Dossier intact',
        text: `${sentence} Le sceau existait au plus tard le ${momentText(first?.time ?? '')} (heure du Québec), selon ${first?.authority}.`,
      };
    }
    case 'undated':
      return {
        title: 'Images intactes, sans date attestée par un tiers',
        text: `${sentence} Aucune autorité extérieure n’a horodaté le sceau\u00a0: sa date est celle que le studio déclare.`,
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
        text: alterations(verdict),
      };
    case 'none':
      return {
        title: 'Aucun dossier de preuve ici',
        text: 'Le fichier manifeste.json est absent. Déposez le dossier complet, tel qu’il a été remis. Si vous avez reçu un fichier ZIP, décompressez-le d’abord.',
      };
  }
}

const timeOf = ({ stamp }: Verdict['stamps'][number]) => stamp?.time.getTime() ?? Number.POSITIVE_INFINITY;

function alterations({ manifestState, changed, missing, added, unread }: Verdict): string {
  if (manifestState === 'unreadable') {
    return 'Le manifeste ne se lit pas\u00a0: il a été modifié, ou il est abîmé. Aucune image ne peut être comparée.';
  }
  const several = (count: number, one: string, many: string) => (count > 1 ? many : one);
  const parts = [
    ...(manifestState === 'edited' ? ['le manifeste a été modifié'] : []),
    ...(changed.length
      ? [`${images(changed.length)} ${several(changed.length, 'modifiée', 'modifiées')}`]
      : []),
    ...(missing.length
      ? [`${images(missing.length)} ${several(missing.length, 'manquante', 'manquantes')}`]
      : []),
    ...(added.length ? [`${images(added.length)} ${several(added.length, 'ajoutée', 'ajoutées')}`] : []),
    ...(unread.length
      ? [`${images(unread.length)} ${several(unread.length, 'illisible', 'illisibles')}`]
      : []),
  ];
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
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

/** Names where a time, a place or a heading comes from. */
export const sourceNames: Record<(typeof sources)[number] | 'aucune', string> = {
  appareil: 'l’appareil photo',
  trace: 'la trace GPS',
  main: 'une correction à la main',
  appariement: 'l’appariement avec un autre relevé',
  aucune: 'aucune source',
};

const bases: Record<string, string> = {
  camera: 'par les positions que l’appareil a inscrites',
  earlier: 'par les positions du relevé précédent',
  spacing: 'par l’espacement des images',
  hand: 'à la main',
};

/** Says how the clock of the camera was corrected. */
export function clockText({ offsetMs, basis }: ManifestHeader['clock']): string {
  if (offsetMs === null) return 'Aucune correction';
  const seconds = Math.abs(offsetMs / 1000).toLocaleString('fr-CA', { maximumFractionDigits: 2 });
  const way = offsetMs >= 0 ? 'd’avance' : 'de retard';
  return `${seconds}\u00a0s ${way}, mesuré ${bases[basis ?? ''] ?? 'sans indication'}`;
}

/** Lists how many pictures have something from which source. */
export const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(
      ([source, count]) =>
        `${images(count)} par ${sourceNames[source as keyof typeof sourceNames] ?? source}`,
    )
    .join(', ') || 'Aucune image';
