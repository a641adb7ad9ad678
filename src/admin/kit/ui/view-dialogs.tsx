import { zodResolver } from '@hookform/resolvers/zod';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '@/shared/ui/button';
import { Form, TextField } from '@/shared/ui/form-fields';
import {
  type BuiltInView,
  type ListViews,
  type SavedView,
  VIEW_NAME_MAX,
  viewNamed,
} from '../lib/list-views';
import { line } from '../lib/text-schemas';
import { FormDialog } from './form-dialog';
import { IconButton } from './icon-button';
import { Modal } from './modal';

type NameValues = { name: string };

/** @param reserved the views whose name may not be taken */
const nameSchema = (reserved: readonly BuiltInView[]) =>
  z.object({
    name: line.pipe(
      z
        .string()
        .min(1, 'Le nom est requis')
        .max(VIEW_NAME_MAX, `Le nom ne peut pas dépasser ${VIEW_NAME_MAX} caractères`)
        .refine((name) => !viewNamed(reserved, name), 'Une autre vue porte déjà ce nom'),
    ),
  });

const reservedBy = ({ allLabel, builtIn }: ListViews) => [{ name: allLabel, query: '' }, ...builtIn];

/** Saves the present list under a name; the name of a saved view replaces its filters. */
export function SaveViewDialog({
  views,
  query,
  summary,
  onClose,
}: {
  views: ListViews;
  query: string;
  summary: readonly string[];
  onClose: () => void;
}) {
  const [pending, setPending] = useState(false);
  const form = useForm<NameValues>({
    resolver: zodResolver(nameSchema(reservedBy(views))),
    defaultValues: { name: '' },
  });
  const replaced = viewNamed(views.saved, form.watch('name'));
  const save = async ({ name }: NameValues) => {
    setPending(true);
    const saved = await (replaced ? views.change(replaced.id, { query }) : views.save({ name, query }));
    setPending(false);
    if (saved) onClose();
  };
  return (
    <FormDialog
      form={form}
      title="Enregistrer cette vue"
      description={['Toute l’équipe la verra au-dessus de la liste.', summary.join(' · ')].join(' ').trim()}
      submitLabel={replaced ? 'Remplacer la vue' : 'Enregistrer'}
      pending={pending}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField<NameValues>
        name="name"
        label="Nom de la vue"
        hint={replaced ? `La vue «\u00a0${replaced.name}\u00a0» prendra les filtres actuels.` : undefined}
        required
        autoComplete="off"
      />
    </FormDialog>
  );
}

/** Renames and deletes the saved views of a list. */
export function ManageViewsDialog({ views, onClose }: { views: ListViews; onClose: () => void }) {
  const { saved } = views;
  const [renamed, setRenamed] = useState<string>();
  return (
    <Modal
      onClose={onClose}
      title="Vues enregistrées"
      description="Elles sont partagées par toute l’équipe."
      size="sm"
    >
      {saved.length === 0 ? (
        <p className="text-slate">Aucune vue enregistrée.</p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {saved.map((view) => (
            <li key={view.id} className="flex flex-wrap items-center gap-x-1 gap-y-2 py-2">
              {renamed === view.id ? (
                <RenameForm view={view} views={views} onDone={() => setRenamed(undefined)} />
              ) : (
                <>
                  <p className="min-w-0 grow basis-40 font-medium wrap-anywhere">{view.name}</p>
                  <div className="ml-auto flex">
                    <IconButton
                      label={`Renommer «\u00a0${view.name}\u00a0»`}
                      onClick={() => setRenamed(view.id)}
                    >
                      <Pencil aria-hidden="true" className="size-4" />
                    </IconButton>
                    <IconButton
                      label={`Supprimer «\u00a0${view.name}\u00a0»`}
                      onClick={() => void views.remove(view)}
                    >
                      <Trash2 aria-hidden="true" className="size-4" />
                    </IconButton>
                  </div>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}

function RenameForm({ view, views, onDone }: { view: SavedView; views: ListViews; onDone: () => void }) {
  const others = views.saved.filter(({ id }) => id !== view.id);
  const [pending, setPending] = useState(false);
  const form = useForm<NameValues>({
    resolver: zodResolver(nameSchema([...reservedBy(views), ...others])),
    defaultValues: { name: view.name },
  });
  const rename = async ({ name }: NameValues) => {
    if (pending) return;
    setPending(true);
    const done = await views.change(view.id, { name });
    setPending(false);
    if (done) onDone();
  };
  return (
    <Form
      form={form}
      aria-label={`Renommer «\u00a0${view.name}\u00a0»`}
      onSubmit={form.handleSubmit(rename)}
      className="grow space-y-3"
    >
      <TextField<NameValues> name="name" label="Nom de la vue" required autoComplete="off" autoFocus />
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="outline" onClick={onDone}>
          Annuler
        </Button>
        <Button size="sm" type="submit" pending={pending}>
          Renommer
        </Button>
      </div>
    </Form>
  );
}
