import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { FormDialog } from '@/admin/kit/ui/form-dialog';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { TextAreaField, TextField } from '@/shared/ui/form-fields';
import { Spinner } from '@/shared/ui/spinner';
import {
  emptyTestimonial,
  movedPosition,
  type Testimonial,
  type TestimonialInput,
  testimonialSchema,
  testimonials,
} from '../data/testimonials';

/** Closed, adding, or editing one. */
type DialogState = { mode: 'closed' } | { mode: 'open'; testimonial: Testimonial | undefined };

/** Clients who agreed to be named, in the order of the site; each shown or hidden. */
export function TestimonialList() {
  const { data: list, ...query } = useQuery(testimonials.list());
  const update = useMutation(testimonials.update());
  const remove = useMutation(testimonials.remove());
  const [dialog, setDialog] = useState<DialogState>({ mode: 'closed' });

  const mover = useRef<Element | null>(null);
  // A row that moves loses the focus, which is returned to the control that moved it.
  useLayoutEffect(() => {
    if (list && document.activeElement === document.body && mover.current instanceof HTMLElement)
      mover.current.focus();
  }, [list]);

  const move = (from: number, to: number) => {
    const row = list?.[from];
    mover.current = document.activeElement;
    if (to < 0 || to >= (list?.length ?? 0)) return;
    if (list && row) update.mutate({ id: row.id, change: { position: movedPosition(list, from, to) } });
  };

  return (
    <section aria-labelledby="titre-temoignages" className="mt-8 rounded-xl border border-line bg-paper p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id="titre-temoignages" className="text-lg font-semibold">
            Témoignages et clients
          </h2>
          <p className="mt-1 max-w-prose text-sm text-slate">
            Nommez seulement qui y a consenti. Sans témoignage, le nom du client paraît seul.
          </p>
        </div>
        <AdminsOnly>
          <Button
            size="sm"
            variant="outline"
            onClick={() => setDialog({ mode: 'open', testimonial: undefined })}
          >
            <Plus aria-hidden="true" className="size-4" />
            Ajouter
          </Button>
        </AdminsOnly>
      </div>
      <div className="mt-4">
        {list === undefined ? (
          query.isPending ? (
            <Spinner />
          ) : (
            <ErrorState
              title="Impossible de charger les témoignages"
              error={query.error}
              onRetry={() => query.refetch()}
            />
          )
        ) : list.length === 0 ? (
          <EmptyState title="Aucun témoignage pour le moment" />
        ) : (
          <ul className="divide-y divide-line border-y border-line">
            {list.map((row, index) => (
              <li key={row.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
                <div className="min-w-48 flex-1">
                  <p className="font-semibold wrap-anywhere">{row.organization}</p>
                  <p className="line-clamp-2 text-sm text-slate wrap-anywhere">
                    {row.quotation ? `«\u00a0${row.quotation}\u00a0»` : 'Nom seul'}
                  </p>
                </div>
                <AdminsOnly>
                  <label className="inline-flex min-h-9 items-center gap-2 text-sm">
                    <input
                      type="checkbox"
                      checked={row.is_shown}
                      aria-label={`Afficher ${row.organization} sur le site`}
                      onChange={(event) =>
                        update.mutate({ id: row.id, change: { is_shown: event.target.checked } })
                      }
                      className="size-5 accent-spruce"
                    />
                    Affiché
                  </label>
                  <div className="flex">
                    <IconButton
                      label={`Déplacer ${row.organization} avant`}
                      aria-disabled={index === 0}
                      onClick={() => move(index, index - 1)}
                    >
                      <ArrowUp aria-hidden="true" className="size-4" />
                    </IconButton>
                    <IconButton
                      label={`Déplacer ${row.organization} après`}
                      aria-disabled={index === list.length - 1}
                      onClick={() => move(index, index + 1)}
                    >
                      <ArrowDown aria-hidden="true" className="size-4" />
                    </IconButton>
                    <IconButton
                      label={`Modifier ${row.organization}`}
                      onClick={() => setDialog({ mode: 'open', testimonial: row })}
                    >
                      <Pencil aria-hidden="true" className="size-4" />
                    </IconButton>
                    <IconButton label={`Supprimer ${row.organization}`} onClick={() => remove.mutate(row)}>
                      <Trash2 aria-hidden="true" className="size-4" />
                    </IconButton>
                  </div>
                </AdminsOnly>
              </li>
            ))}
          </ul>
        )}
      </div>
      {dialog.mode === 'open' && (
        <TestimonialDialog
          testimonial={dialog.testimonial}
          position={(list?.at(-1)?.position ?? 0) + 1}
          onClose={() => setDialog({ mode: 'closed' })}
        />
      )}
    </section>
  );
}

function TestimonialDialog({
  testimonial,
  position,
  onClose,
}: {
  testimonial: Testimonial | undefined;
  /** Position of a new testimonial. */
  position: number;
  onClose: () => void;
}) {
  const create = useMutation(testimonials.create());
  const update = useMutation(testimonials.update());
  const form = useForm<TestimonialInput>({
    resolver: zodResolver(testimonialSchema),
    defaultValues: testimonial
      ? {
          organization: testimonial.organization,
          person: testimonial.person,
          quotation: testimonial.quotation,
          is_shown: testimonial.is_shown,
        }
      : emptyTestimonial,
  });
  const done = { onSuccess: onClose };
  const { dirtyFields } = form.formState;
  const save = (input: TestimonialInput) => {
    if (!testimonial) return create.mutate({ ...input, position }, done);
    // Untouched fields keep their stored values: a testimonial hidden meanwhile is not shown again.
    const change = Object.fromEntries(Object.entries(input).filter(([name]) => name in dirtyFields));
    if (Object.keys(change).length === 0) return onClose();
    update.mutate({ id: testimonial.id, change }, done);
  };
  return (
    <FormDialog
      form={form}
      title={testimonial ? 'Modifier le témoignage' : 'Nouveau témoignage'}
      description="Gardez l’accord écrit de la personne citée."
      submitLabel="Enregistrer"
      pending={create.isPending || update.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField<TestimonialInput> name="organization" label="Organisation" required autoComplete="off" />
      <TextField<TestimonialInput>
        name="person"
        label="Personne citée"
        hint="Nom ou fonction, tel qu’il paraîtra."
        autoComplete="off"
      />
      <TextAreaField<TestimonialInput>
        name="quotation"
        label="Témoignage"
        hint="Sans guillemets. Vide, le nom du client paraît seul."
        rows={4}
      />
      <label className="flex min-h-6 items-center gap-3">
        <input type="checkbox" {...form.register('is_shown')} className="size-5 accent-spruce" />
        Afficher sur le site
      </label>
    </FormDialog>
  );
}
