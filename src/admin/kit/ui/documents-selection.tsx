import { Download, Trash2 } from 'lucide-react';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { useBulkQuestion } from './bulk-question';
import { SelectionBar } from './selection-bar';

/**
 * The actions on selected quotes or invoices: export, and deletion of the drafts among them.
 *
 * @param onExport absent where nothing can be exported
 * @param kept sentence about the selected ones that are no drafts
 */
export function DocumentsSelection({
  count,
  noun,
  drafts,
  kept,
  isRemoving,
  onExport,
  onRemove,
  onClear,
}: {
  count: number;
  noun: [one: string, many: string];
  /** Number of drafts among them. */
  drafts: number;
  kept: string;
  isRemoving: boolean;
  onExport?: (() => void) | undefined;
  onRemove: () => void;
  onClear: () => void;
}) {
  const [ask, question] = useBulkQuestion();
  const drafted = counted(drafts, 'brouillon');
  return (
    <SelectionBar count={count} noun={noun} onClear={onClear}>
      {onExport && (
        <Button size="sm" variant="outline" onClick={onExport}>
          <Download aria-hidden="true" className="size-4" />
          Exporter la sélection
        </Button>
      )}
      {drafts > 0 && (
        <Button
          size="sm"
          variant="outline"
          pending={isRemoving}
          onClick={() =>
            ask({
              count: drafts,
              title: `Supprimer ${drafted}?`,
              confirmLabel: `Supprimer ${drafted}`,
              description: `Ils vont à la corbeille, et peuvent en revenir pendant 30\u00a0jours. ${kept}`,
              run: onRemove,
            })
          }
        >
          <Trash2 aria-hidden="true" className="size-4" />
          Supprimer {drafted}
        </Button>
      )}
      {question}
    </SelectionBar>
  );
}
