import { useMutation } from '@tanstack/react-query';
import { Archive, Download, Globe, Star, StarOff, Tags, Trash2 } from 'lucide-react';
import { useBulkQuestion } from '@/admin/kit/ui/bulk-question';
import { CheckboxChoices } from '@/admin/kit/ui/cell-choice';
import { PanelButton } from '@/admin/kit/ui/panel-button';
import { SelectionBar } from '@/admin/kit/ui/selection-bar';
import { counted } from '@/shared/lib/numbers';
import { Button, buttonClass } from '@/shared/ui/button';
import { tagLinks, tourChanges } from '../data/tour-changes';
import { panoramasLeave } from '../data/tour-labels';
import { type ListedTour, tours } from '../data/tours';

type Props = {
  chosen: readonly ListedTour[];
  /** Names of the categories by id. */
  categories: Readonly<Record<string, string>>;
  onClear: () => void;
  onExport: (chosen: readonly ListedTour[]) => void;
};

/** The actions on the selected tours. */
export function BulkActions({ chosen, categories, onClear, onExport }: Props) {
  const publish = useMutation(tours.setStatus('published'));
  const archive = useMutation(tours.setStatus('archived'));
  const feature = useMutation(tourChanges.feature());
  const categorise = useMutation(tourChanges.categorise());
  const remove = useMutation(tours.remove());
  const busy = [publish, archive, feature, categorise, remove].some(({ isPending }) => isPending);
  const [ask, question] = useBulkQuestion();
  const ids = chosen.map(({ id }) => id);
  const many = counted(ids.length, 'visite');

  const run = (
    what: string,
    change: (after: { onSuccess: () => void }) => void,
    { description, always = false }: { description?: string; always?: boolean } = {},
  ) => {
    if (busy) return;
    ask({
      count: ids.length,
      title: `${what}?`,
      confirmLabel: what,
      ...(description && { description }),
      always,
      run: () => change({ onSuccess: onClear }),
    });
  };
  const setFeatured = (is_featured: boolean) =>
    run(is_featured ? `Mettre ${many} en coup de cœur` : `Retirer ${many} des coups de cœur`, (after) =>
      feature.mutate({ ids, is_featured }, after),
    );

  return (
    <SelectionBar
      count={chosen.length}
      noun={['visite sélectionnée', 'visites sélectionnées']}
      onClear={onClear}
    >
      <Button
        size="sm"
        variant="outline"
        pending={publish.isPending}
        onClick={() => run(`Publier ${many}`, (after) => publish.mutate(ids, after))}
      >
        <Globe aria-hidden="true" className="size-4" />
        Publier
      </Button>
      <Button
        size="sm"
        variant="outline"
        pending={archive.isPending}
        onClick={() =>
          run(`Archiver ${many}`, (after) => archive.mutate(ids, after), {
            description: `Elles quittent le site. ${panoramasLeave}`,
          })
        }
      >
        <Archive aria-hidden="true" className="size-4" />
        Archiver
      </Button>
      {chosen.some(({ is_featured }) => !is_featured) ? (
        <Button size="sm" variant="outline" pending={feature.isPending} onClick={() => setFeatured(true)}>
          <Star aria-hidden="true" className="size-4" />
          Mettre en coup de cœur
        </Button>
      ) : (
        <Button size="sm" variant="outline" pending={feature.isPending} onClick={() => setFeatured(false)}>
          <StarOff aria-hidden="true" className="size-4" />
          Retirer des coups de cœur
        </Button>
      )}
      <PanelButton
        label="Ajouter des catégories"
        className={buttonClass({ variant: 'outline', size: 'sm' })}
        panel={(close) => (
          <CheckboxChoices
            values={[]}
            options={categories}
            onApply={(wanted) => {
              close();
              // The present categories of the tours stay: those of a single tour are edited in its row.
              const { added } = tagLinks(chosen, wanted);
              if (added.length === 0) return;
              run(`Ajouter ces catégories à ${many}`, (after) =>
                categorise.mutate({ added, removed: [] }, after),
              );
            }}
          />
        )}
      >
        <Tags aria-hidden="true" className="size-4" />
        Catégories
      </PanelButton>
      <Button size="sm" variant="outline" onClick={() => onExport(chosen)}>
        <Download aria-hidden="true" className="size-4" />
        Exporter (CSV)
      </Button>
      <Button
        size="sm"
        variant="outline"
        pending={remove.isPending}
        onClick={() =>
          run(`Supprimer ${many}`, (after) => remove.mutate(chosen, after), {
            always: ids.length === 1,
            description:
              'Elles vont à la corbeille avec leurs images, et peuvent en revenir pendant 30\u00a0jours. Celles qui sont publiées quittent le site.',
          })
        }
      >
        <Trash2 aria-hidden="true" className="size-4" />
        Supprimer
      </Button>
      {question}
    </SelectionBar>
  );
}
