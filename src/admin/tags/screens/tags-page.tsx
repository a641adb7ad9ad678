import { searchKey } from '@contract/search-key';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { listFields, textField, useListState } from '@/admin/kit/lib/use-list-state';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { ConfirmDialog } from '@/admin/kit/ui/confirm-dialog';
import { NoResult } from '@/admin/kit/ui/no-result';
import { HeaderActionWords, headerActionClass, PageHeader } from '@/admin/kit/ui/page-header';
import { SearchField } from '@/admin/kit/ui/search-field';
import { useSetupReturn } from '@/admin/settings/parts/setup-return';
import { counted } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { tags, type UsedTag } from '../data/tags';
import { MergeTagDialog } from './merge-tag-dialog';
import { TagForm } from './tag-form';
import { TagList, tagGridClass } from './tag-list';
import { lossText } from './usage-text';

const tagListFields = listFields({ q: textField() });

/** Closed, creating, or editing one tag. */
type FormState = { mode: 'closed' } | { mode: 'creating' } | { mode: 'editing'; tag: UsedTag };

/** Every tag, in the order of the portfolio: create, edit, arrange and delete. */
export function TagsPage() {
  const list = useQuery(tags.list());
  const [form, setForm] = useState<FormState>({ mode: 'closed' });
  const opener = useRef<Element | null>(null);
  const isOpen = form.mode !== 'closed';
  const count = list.data?.length ?? 0;

  const open = (next: FormState) => {
    opener.current = document.activeElement;
    setForm(next);
  };

  const close = () => setForm({ mode: 'closed' });

  useEffect(() => {
    if (isOpen) return;
    if (opener.current instanceof HTMLElement) opener.current.focus();
    opener.current = null;
  }, [isOpen]);

  return (
    <>
      <Seo title="Gestion des tags" noIndex />
      <PageHeader title="Gestion des tags" {...(list.data && { count: counted(count, 'tag') })}>
        <button
          type="button"
          data-primary-action
          className={headerActionClass('accent')}
          disabled={isOpen}
          onClick={() => open({ mode: 'creating' })}
        >
          <Plus aria-hidden="true" className="size-5" />
          <HeaderActionWords>Nouveau tag</HeaderActionWords>
        </button>
      </PageHeader>
      {form.mode === 'creating' && (
        <div className="mb-6">
          <TagForm onDone={close} />
        </div>
      )}
      {list.data ? (
        <Tags
          list={list.data}
          isFormOpen={isOpen}
          edited={form.mode === 'editing' ? form.tag : undefined}
          onEdited={close}
          onCreate={() => open({ mode: 'creating' })}
          onEdit={(tag) => open({ mode: 'editing', tag })}
          onAsking={() => list.refetch()}
        />
      ) : list.isError ? (
        <ErrorState
          title="Impossible de charger les tags"
          error={list.error}
          onRetry={() => list.refetch()}
        />
      ) : (
        <TagsSkeleton />
      )}
    </>
  );
}

type TagsProps = {
  list: readonly UsedTag[];
  isFormOpen: boolean;
  edited: UsedTag | undefined;
  onEdited: () => void;
  onCreate: () => void;
  onEdit: (tag: UsedTag) => void;
  /** Refetches a tag's number of tours before the dialog shows it. */
  onAsking: () => void;
};

function Tags({ list, isFormOpen, edited, onEdited, onCreate, onEdit, onAsking }: TagsProps) {
  const { values, patch, clear } = useListState(tagListFields);
  const isReadOnly = useIsReadOnly();
  const services = useMutation(tags.createServices());
  const { returnToSetup } = useSetupReturn();
  const [removedId, setRemovedId] = useState<string>();
  const [mergedId, setMergedId] = useState<string>();
  const merged = list.find(({ id }) => id === mergedId);
  const sought = searchKey(values.q);
  const found = list.filter(({ name }) => searchKey(name).includes(sought));
  const isWhole = found.length === list.length;

  if (list.length === 0) {
    if (isFormOpen) return null;
    return (
      <EmptyState title="Aucun tag pour le moment">
        <p className="text-slate">
          Les tags classent les visites et servent de filtres aux visiteurs. Les huit services que le site
          présente sont prêts.
        </p>
        <AdminsOnly>
          <div className="flex flex-wrap justify-center gap-3">
            <Button
              pending={services.isPending}
              onClick={() => services.mutate(undefined, { onSuccess: returnToSetup })}
            >
              Ajouter les huit services
            </Button>
            <Button variant="outline" onClick={onCreate}>
              Créer mon premier tag
            </Button>
          </div>
        </AdminsOnly>
      </EmptyState>
    );
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField label="Rechercher un tag" value={values.q} onChange={(next) => patch({ q: next })} />
        <p className="text-sm text-slate">
          {isWhole || isReadOnly
            ? 'L’ordre des cartes est celui des filtres de la page Réalisations.'
            : 'Effacez la recherche pour changer l’ordre.'}
        </p>
      </div>
      {found.length === 0 ? (
        <NoResult title="Aucun tag ne correspond à votre recherche" onClear={clear} />
      ) : (
        <TagList
          list={found}
          canMove={isWhole && !isFormOpen}
          editedId={edited?.id}
          form={edited && <TagForm key={edited.id} tag={edited} onDone={onEdited} />}
          {...(!isFormOpen && {
            onEdit,
            onMerge: ({ id }: UsedTag) => {
              setMergedId(id);
              onAsking();
            },
            onRemove: ({ id }: UsedTag) => {
              setRemovedId(id);
              onAsking();
            },
          })}
        />
      )}
      <RemoveTagDialog
        tag={list.find((tag) => tag.id === removedId)}
        onClose={() => setRemovedId(undefined)}
      />
      {merged && (
        <MergeTagDialog
          tag={merged}
          others={list.filter(({ id }) => id !== mergedId)}
          onClose={() => setMergedId(undefined)}
        />
      )}
    </>
  );
}

/** Asks before a tag is deleted, with the number of tours and trips that lose it; closes after success or failure. */
function RemoveTagDialog({ tag, onClose }: { tag: UsedTag | undefined; onClose: () => void }) {
  const remove = useMutation(tags.remove());
  return (
    <ConfirmDialog
      open={tag !== undefined}
      onOpenChange={onClose}
      title="Êtes-vous sûr de vouloir supprimer ce tag ?"
      description={
        tag && (
          <>
            <p>{lossText(tag.name, tag)}</p>
            <p className="mt-2">La suppression est irréversible.</p>
          </>
        )
      }
      pending={remove.isPending}
      onConfirm={() => tag && remove.mutate(tag.id, { onSettled: onClose })}
    />
  );
}

/** Placeholders of the cards while the tags load. */
function TagsSkeleton() {
  return (
    <div role="status" className={tagGridClass}>
      <span className="sr-only">Chargement…</span>
      {Array.from({ length: 8 }, (_, index) => index).map((card) => (
        <div key={card} className="flex h-33 gap-3 rounded-xl border border-line bg-paper p-4">
          <span className="size-11 animate-pulse rounded-xl bg-mist" />
          <span className="h-4 w-1/2 animate-pulse rounded bg-mist" />
        </div>
      ))}
    </div>
  );
}
