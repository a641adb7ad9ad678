/** Words on what a seal establishes, what it does not, and what the law says: read by clerks and by lawyers. */
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

/** Names where a time, a place or a heading comes from. */
const sourceNames: Readonly<Record<string, string>> = {
  appareil: 'l’appareil photo',
  trace: 'la trace GPS',
  main: 'une correction à la main',
  appariement: 'l’appariement avec un autre relevé',
};

const basisTexts: Record<string, string> = {
  camera: 'par les positions que l’appareil a inscrites',
  earlier: 'par les positions du relevé précédent',
  spacing: 'par l’espacement des images',
  hand: 'à la main',
};

/** Correction of the camera's clock, as the manifest has it. */
type Clock = {
  offsetMs: number | null;
  basis: string | null;
  parts?: readonly { from: string; offsetMs: number }[] | undefined;
};

/** Says how the clock of the camera was corrected. */
export function clockText({ offsetMs, basis, parts = [] }: Clock): string {
  const texts = [
    offsetMs === null
      ? 'Aucune correction'
      : `${offText(offsetMs)}, mesuré ${basisTexts[basis ?? ''] ?? 'sans indication'}`,
    ...parts.map(({ from, offsetMs: more }) =>
      more === 0
        ? `à partir de ${from}, rien de plus`
        : `à partir de ${from}, ${offText(more)} de plus, à la main`,
    ),
  ];
  return texts.join('; ');
}

function offText(offsetMs: number): string {
  const seconds = Math.abs(offsetMs / 1000).toLocaleString('fr-CA', { maximumFractionDigits: 2 });
  return `${seconds}\u00a0s ${offsetMs >= 0 ? 'd’avance' : 'de retard'}`;
}

/** Lists how many pictures have something from which source. */
export const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([source, count]) => {
      const name = sourceNames[source];
      return `${count}\u00a0image${count > 1 ? 's' : ''} ${name ? `par ${name}` : 'sans indication'}`;
    })
    .join(', ') || 'Aucune image';
