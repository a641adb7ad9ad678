import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DraftScene } from '@/admin/data/panorama-tours/panorama-tour.schema';
import { burnBlurs } from '@/admin/data/panorama-tours/panorama-upload';
import { IconButton } from '@/admin/ui/icon-button';
import { ProgressBar } from '@/admin/ui/progress-bar';
import type { Blur } from '@/shared/panorama-tour/panorama-tour';
import { Button } from '@/shared/ui/button';
import { controlClass } from '@/shared/ui/field';

type Size = 'width' | 'height';
const sizes: Record<Size, string> = { width: 'largeur', height: 'hauteur' };

/** Edits the blurs of a scene; one press cuts the panorama again with them in every tile. */
export function BlurPanel({
  tourId,
  scene,
  blurs,
  onBlurs,
  onBurnt,
}: {
  tourId: string;
  scene: DraftScene;
  blurs: Blur[];
  /**
   * Changes the blurs.
   *
   * @param field continuous changes of the same one are one step of the history
   */
  onBlurs: (blurs: Blur[], what: string, field?: string) => void;
  onBurnt: (part: Pick<DraftScene, 'blurs' | 'picture'>) => void;
}) {
  const [share, setShare] = useState(0);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const burn = useMutation(burnBlurs());
  const isChanged = JSON.stringify(blurs) !== JSON.stringify(scene.blurs);
  const resize = (id: string, size: Size, degrees: number) => {
    if (degrees >= 0.5 && degrees <= 180) {
      const next = blurs.map((blur) => (blur.id === id ? { ...blur, [size]: degrees } : blur));
      onBlurs(next, `${sizes[size]} d’un flou`, `blurs/${id}/${size}`);
    }
  };
  const apply = () => {
    setShare(0);
    controller.current = new AbortController();
    burn.mutate(
      {
        tourId,
        original: scene.original ?? '',
        blurs,
        signal: controller.current.signal,
        onProgress: setShare,
      },
      { onSuccess: (picture) => onBurnt({ blurs, picture }) },
    );
  };
  return (
    <section
      aria-label="Floutage"
      className="space-y-3 rounded-xl border border-line bg-paper p-4"
      aria-busy={burn.isPending}
    >
      {blurs.length === 0 ? (
        <p className="text-sm text-slate">Aucune zone floutée.</p>
      ) : (
        <ul className="space-y-2">
          {blurs.map((blur, index) => (
            <li key={blur.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold">Flou {index + 1}</span>
              {(Object.keys(sizes) as Size[]).map((size) => (
                <label key={size} className="flex items-center gap-1.5 text-sm">
                  <span>{sizes[size]} (°)</span>
                  <input
                    type="number"
                    min={0.5}
                    max={180}
                    step="any"
                    aria-label={`Flou ${index + 1}, ${sizes[size]} en degrés`}
                    value={blur[size]}
                    onChange={({ target }) => resize(blur.id, size, target.valueAsNumber)}
                    className={`${controlClass} w-24!`}
                  />
                </label>
              ))}
              <IconButton
                label={`Retirer le flou ${index + 1}`}
                className="ml-auto"
                onClick={() =>
                  onBlurs(
                    blurs.filter(({ id }) => id !== blur.id),
                    'retrait d’un flou',
                  )
                }
              >
                <Trash2 aria-hidden="true" className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {burn.isPending && (
        <ProgressBar label="Floutage du panorama" done={Math.round(share * 100)} total={100} />
      )}
      {isChanged && (
        <div className="flex flex-wrap items-center gap-3">
          <Button size="sm" pending={burn.isPending} onClick={apply} disabled={!scene.original}>
            Appliquer le floutage
          </Button>
          {burn.isPending ? (
            <Button size="sm" variant="outline" onClick={() => controller.current?.abort()}>
              Arrêter
            </Button>
          ) : (
            <Button
              size="sm"
              variant="outline"
              onClick={() => onBlurs(scene.blurs, 'retour au floutage appliqué')}
            >
              Revenir au floutage appliqué
            </Button>
          )}
        </div>
      )}
      <p className="text-sm text-slate">
        {scene.original
          ? 'Le panorama est redécoupé depuis l’original\u00a0: les tuiles publiées ne contiennent plus ce qui est flouté.'
          : 'L’original de ce panorama n’est pas conservé\u00a0: ajoutez-le de nouveau pour le flouter.'}
      </p>
    </section>
  );
}
