import { Camera, Compass, EyeOff, Hand, Info, type LucideIcon, MoveUpRight, Scale } from 'lucide-react';
import { useKeys } from '@/admin/kit/lib/keys';
import type { SphereMode } from '@/shared/sphere/use-sphere-gestures';
import { Button } from '@/shared/ui/button';
import { selectClass } from '@/shared/ui/field';
import type { DraftScene } from '../data/panorama-tour.schema';
import { Choice } from './scene-fields';

/** Effects of a press or a drag on the panorama. */
const sceneTools = {
  look: {
    label: 'Regarder',
    icon: Hand,
    key: 'r',
    mode: 'look',
    hint: 'Glissez pour regarder autour; la molette, deux doigts ou + et − agrandissent. Pressez un repère pour le modifier.',
  },
  link: {
    label: 'Lien',
    icon: MoveUpRight,
    key: 'l',
    mode: 'place',
    hint: 'Pressez l’endroit qui mène à l’autre scène.',
  },
  point: { label: 'Point', icon: Info, key: 'p', mode: 'place', hint: 'Pressez ce que le point explique.' },
  north: { label: 'Nord', icon: Compass, key: 'o', mode: 'place', hint: 'Pressez la direction du nord.' },
  blur: {
    label: 'Flou',
    icon: EyeOff,
    key: 'f',
    mode: 'draw',
    hint: 'Tracez l’ellipse sur un visage ou une plaque. Deux doigts ou le bouton droit de la souris tournent la vue.',
  },
  level: {
    label: 'Niveler',
    icon: Scale,
    key: 'h',
    mode: 'place',
    hint: 'Pressez deux points de l’horizon ou plus, loin l’un de l’autre\u00a0: la scène se nivelle sur eux. Sans horizon, réglez les angles jusqu’à ce que les murs suivent la grille. Glissez pour regarder aussi de côté.',
  },
} as const satisfies Record<
  string,
  { label: string; icon: LucideIcon; key: string; mode: SphereMode; hint: string }
>;

export type Tool = keyof typeof sceneTools;

export const modeOf = (tool: Tool): SphereMode => sceneTools[tool].mode;

/** The scene that the next link leads to, and whether the link gets its way back. */
export type LinkChoice = { to: string; isTwoWay: boolean };

/** The tools over the panorama, one of which is chosen, with the settings of the link to place. */
export function SceneTools({
  tool,
  others,
  link,
  canBlur,
  onTool,
  onLink,
  onTakeView,
}: {
  tool: Tool;
  /** The other scenes of the tour. */
  others: readonly DraftScene[];
  link: LinkChoice;
  canBlur: boolean;
  onTool: (tool: Tool) => void;
  onLink: (choice: LinkChoice) => void;
  onTakeView: () => void;
}) {
  const names = Object.keys(sceneTools) as Tool[];
  const choose = (name: Tool) => () => onTool(name);
  useKeys('Panorama', [
    ...names.map((name) => ({
      key: sceneTools[name].key,
      label: `Outil «\u00a0${sceneTools[name].label}\u00a0»`,
      run: choose(name),
    })),
    { key: 'v', label: 'Prendre la vue présente comme première vue', run: onTakeView },
    { key: '', display: 'Flèches', label: 'Tourner la vue, ou déplacer le repère choisi' },
    { key: '', display: 'Maj + flèches', label: 'Tourner ou déplacer finement; changer la taille d’un flou' },
    { key: '', display: '+ et −', label: 'Agrandir, réduire' },
    { key: '', display: 'Entrée', label: 'Placer au milieu de la vue' },
    { key: '', display: 'Suppr', label: 'Retirer le repère choisi' },
    { key: '', display: 'Échap', label: 'Revenir au panorama' },
    { key: '', display: 'Ctrl + Z', label: 'Annuler; Ctrl + Maj + Z ou Ctrl + Y pour rétablir' },
    { key: '', display: 'Ctrl + S', label: 'Enregistrer' },
  ]);
  const needsOther = tool === 'link' && others.length === 0;
  const hint = needsOther
    ? 'Ajoutez une deuxième scène pour les relier.'
    : tool === 'blur' && !canBlur
      ? 'L’original de ce panorama n’est pas conservé\u00a0: ajoutez-le de nouveau pour le flouter.'
      : sceneTools[tool].hint;
  return (
    <div className="space-y-1.5 pb-2">
      <div className="flex flex-wrap items-center gap-1.5">
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">Ce que fait une pression sur le panorama</legend>
          {names.map((name) => {
            const { label, icon: Icon, key } = sceneTools[name];
            return (
              <Choice
                key={name}
                isChosen={tool === name}
                shortcut={key.toUpperCase()}
                onChoose={choose(name)}
              >
                <Icon aria-hidden="true" className="size-4" />
                {label}
              </Choice>
            );
          })}
        </fieldset>
        <Button
          size="sm"
          variant="outline"
          className="ml-auto"
          title="Première vue de la scène (touche V)"
          onClick={onTakeView}
        >
          <Camera aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">Prendre la vue présente</span>
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p role="status" className="text-sm text-slate">
          {hint}
        </p>
        {tool === 'link' && !needsOther && (
          <>
            <label className="flex items-center gap-2 text-sm">
              <span className="shrink-0 font-semibold">Le prochain lien mène à</span>
              <select
                value={link.to}
                onChange={({ target }) => onLink({ ...link, to: target.value })}
                className={`${selectClass} max-w-64 py-1!`}
              >
                {others.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name || 'Sans nom'}
                  </option>
                ))}
              </select>
            </label>
            <label className="flex min-h-11 items-center gap-2 text-sm">
              <input
                type="checkbox"
                className="size-5 accent-spruce"
                checked={link.isTwoWay}
                onChange={({ target }) => onLink({ ...link, isTwoWay: target.checked })}
              />
              Aller et retour
            </label>
          </>
        )}
      </div>
    </div>
  );
}
