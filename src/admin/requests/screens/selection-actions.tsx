import { useMutation } from '@tanstack/react-query';
import { Download, EyeOff, Trash2 } from 'lucide-react';
import { labelOf } from '@/admin/kit/lib/label-of';
import { useBulkQuestion } from '@/admin/kit/ui/bulk-question';
import { SelectionBar } from '@/admin/kit/ui/selection-bar';
import { StatusChoice } from '@/admin/kit/ui/status-choice';
import { type QuoteStatus, quoteStatuses } from '@/shared/data/quote-requests';
import { Button } from '@/shared/ui/button';
import { type QuoteRequest, quoteRequests } from '../data/quote-requests';
import type { Removal } from './request-removal';

type Props = {
  chosen: readonly QuoteRequest[];
  onClear: () => void;
  onRemove: (removal: Removal) => void;
  onExport: (rows: readonly QuoteRequest[]) => void;
};

/** The actions on the selected requests. */
export function SelectionActions({ chosen, onClear, onRemove, onExport }: Props) {
  const setStatus = useMutation(quoteRequests.setStatus());
  const [ask, question] = useBulkQuestion();
  return (
    <SelectionBar
      count={chosen.length}
      noun={['demande sélectionnée', 'demandes sélectionnées']}
      onClear={onClear}
    >
      <StatusChoice
        label="Changer le statut de la sélection"
        isLabelHidden
        placeholder="Changer le statut…"
        options={quoteStatuses}
        pending={setStatus.isPending}
        onApply={(status) =>
          ask({
            count: chosen.length,
            title: `Donner le statut «\u00a0${labelOf(quoteStatuses, status)}\u00a0» à ${chosen.length} demandes?`,
            confirmLabel: `Changer ${chosen.length} demandes`,
            run: () => setStatus.mutate({ ids: chosen.map(({ id }) => id), status: status as QuoteStatus }),
          })
        }
      />
      <Button size="sm" variant="outline" onClick={() => onExport(chosen)}>
        <Download aria-hidden="true" className="size-4" />
        Exporter la sélection
      </Button>
      <Button size="sm" variant="outline" onClick={() => onRemove({ kind: 'anonymise', requests: chosen })}>
        <EyeOff aria-hidden="true" className="size-4" />
        Anonymiser
      </Button>
      <Button size="sm" variant="outline" onClick={() => onRemove({ kind: 'delete', requests: chosen })}>
        <Trash2 aria-hidden="true" className="size-4" />
        Supprimer
      </Button>
      {question}
    </SelectionBar>
  );
}
