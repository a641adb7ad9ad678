import { useMutation } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { labelOf } from '@/admin/kit/lib/label-of';
import { useBulkQuestion } from '@/admin/kit/ui/bulk-question';
import { SelectionBar } from '@/admin/kit/ui/selection-bar';
import { StatusChoice } from '@/admin/kit/ui/status-choice';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { contactChanges } from '../data/contact-changes';
import { contactStatuses } from '../data/contact-labels';
import { useContactExport } from './contact-csv';

type Props = { selected: ReadonlySet<string>; onChange: (selected: ReadonlySet<string>) => void };

/** The actions on the selected contacts: a status, an export, deletion. */
export function SelectionActions({ selected, onChange }: Props) {
  const setStatus = useMutation(contactChanges.setStatus());
  const [ask, question] = useBulkQuestion();
  const remove = useMutation(contactChanges.remove());
  const { download, isPending: isExporting } = useContactExport();
  const count = selected.size;
  const ids = [...selected];

  return (
    <>
      <SelectionBar
        count={count}
        noun={['contact sélectionné', 'contacts sélectionnés']}
        onClear={() => onChange(new Set())}
      >
        <StatusChoice
          label="Changer le statut de la sélection"
          isLabelHidden
          placeholder="Changer le statut…"
          options={contactStatuses}
          pending={setStatus.isPending}
          onApply={(status) =>
            ask({
              count,
              title: `Donner le statut «\u00a0${labelOf(contactStatuses, status)}\u00a0» à ${count} contacts?`,
              confirmLabel: `Changer ${count} contacts`,
              run: () => setStatus.mutate({ ids, status }),
            })
          }
        />
        <Button size="sm" variant="outline" pending={isExporting} onClick={() => download(selected)}>
          <Download aria-hidden="true" className="size-4" />
          Exporter (CSV)
        </Button>
        <Button
          size="sm"
          variant="outline"
          pending={remove.isPending}
          onClick={() =>
            ask({
              count,
              always: count === 1,
              title: `Supprimer ${counted(count, 'contact')}?`,
              confirmLabel: `Supprimer ${counted(count, 'contact')}`,
              description:
                'Ils vont à la corbeille avec leur historique, et peuvent en revenir pendant 30\u00a0jours\u00a0; les messages qui les attendent ne partiront pas. Les désabonnements et les preuves de consentement sont conservés.',
              run: () =>
                remove.mutate(
                  ids.map((id) => ({ id })),
                  { onSuccess: () => onChange(new Set()) },
                ),
            })
          }
        >
          <Trash2 aria-hidden="true" className="size-4" />
          Supprimer
        </Button>
      </SelectionBar>
      {question}
    </>
  );
}
