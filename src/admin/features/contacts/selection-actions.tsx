import { useMutation } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { contactStatuses } from '@/admin/data/contacts/contact-labels';
import { contacts } from '@/admin/data/contacts/contacts';
import { labelOf } from '@/admin/lib/label-of';
import { useBulkQuestion } from '@/admin/ui/bulk-question';
import { ConfirmDialog } from '@/admin/ui/confirm-dialog';
import { SelectionBar } from '@/admin/ui/selection-bar';
import { StatusChoice } from '@/admin/ui/status-choice';
import { Button } from '@/shared/ui/button';
import { useContactExport } from './use-contact-export';

type Props = { selected: ReadonlySet<string>; onChange: (selected: ReadonlySet<string>) => void };

/** What can be done to the chosen contacts: a status, a file, deletion. */
export function SelectionActions({ selected, onChange }: Props) {
  const [deleting, setDeleting] = useState(false);
  const setStatus = useMutation(contacts.setStatus());
  const [ask, question] = useBulkQuestion();
  const remove = useMutation(contacts.remove());
  const { download, isPending: isExporting } = useContactExport();
  const count = selected.size;
  const many = count > 1 ? 's' : '';
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
        <Button size="sm" variant="outline" onClick={() => setDeleting(true)}>
          <Trash2 aria-hidden="true" className="size-4" />
          Supprimer
        </Button>
      </SelectionBar>
      {question}
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title="Confirmer la suppression"
        description={`${count} contact${many} ser${count > 1 ? 'ont' : 'a'} supprimé${many} définitivement, avec leur historique. Les désabonnements et les preuves de consentement sont conservés.`}
        confirmLabel={`Supprimer ${count} contact${many}`}
        pending={remove.isPending}
        onConfirm={() =>
          remove.mutate(ids, {
            onSuccess: () => onChange(new Set()),
            onSettled: () => setDeleting(false),
          })
        }
      />
    </>
  );
}
