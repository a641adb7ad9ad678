import { searchKey } from '@contract/search-key';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatDay } from '@/admin/kit/lib/dates';
import { sortRows } from '@/admin/kit/lib/sorting';
import { keyField, listFields, textField, useListState } from '@/admin/kit/lib/use-list-state';
import type { Column } from '@/admin/kit/ui/data-table';
import { LazyPart } from '@/admin/kit/ui/lazy-part';
import { FilteredTable, ListScreen } from '@/admin/kit/ui/list-screen';
import { HeaderActionWords, headerActionClass } from '@/admin/kit/ui/page-header';
import { toTrash, useRemovalQuestion } from '@/admin/kit/ui/removal-question';
import { rowIcons } from '@/admin/kit/ui/row-icons';
import { StatusBadge } from '@/admin/kit/ui/status-badge';
import { TrashLine } from '@/admin/trash/parts/trash-line';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { type ListedSurvey, surveys } from '../data/surveys';
import { tables } from '../data/tables';
import { surveyPaths } from '../paths';

const loadDialog = () => import('./survey-dialog');
const SurveyDialog = lazy(async () => ({ default: (await loadDialog()).SurveyDialog }));

const fieldWords = tables.surveys.fields;

const states = { publie: 'Publiés', prive: 'Non publiés' } as const;

const fields = listFields({ q: textField(), etat: keyField(states), tri: textField('-date') });
const orderLabels = { nom: fieldWords.name, date: 'Date', photos: 'Photos' } as const;

const sortValues: Record<string, (survey: ListedSurvey) => string | number | null> = {
  nom: ({ name }) => name,
  date: ({ captured_on, created_at }) => captured_on ?? created_at,
  photos: ({ pictures }) => pictures,
};

/** The surveys, the latest drive first. */
export function SurveysPage() {
  const list = useQuery(surveys.list());
  const navigate = useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const create = (
    <button type="button" onClick={() => setIsCreating(true)} className={headerActionClass('accent')}>
      <Plus aria-hidden="true" className="size-4" />
      <HeaderActionWords>Nouveau relevé</HeaderActionWords>
    </button>
  );
  return (
    <>
      <ListScreen
        title="Relevés"
        count={({ length }) => counted(length, 'relevé')}
        action={create}
        query={list}
        errorTitle="Impossible de charger les relevés"
        isEmpty={({ length }) => length === 0}
        empty={{
          title: 'Aucun relevé pour le moment',
          why: 'Un relevé rassemble les photos 360° d’une journée de route\u00a0: leur position, les rues couvertes et ce qui a changé depuis le relevé précédent. Vos photos restent sur votre disque.',
        }}
      >
        {(all) => <Surveys all={all} />}
      </ListScreen>
      <LazyPart isWanted={isCreating} load={loadDialog}>
        {isCreating && (
          <SurveyDialog
            onClose={() => setIsCreating(false)}
            onCreated={(id) => navigate(surveyPaths.one.href(id))}
          />
        )}
      </LazyPart>
    </>
  );
}

// Made once, so that typing above the list does not render its table.
const trashLine = <TrashLine kind="surveys" />;
const idOf = ({ id }: ListedSurvey) => id;

function Surveys({ all }: { all: ListedSurvey[] }) {
  const list = useListState(fields);
  const remove = useMutation(surveys.remove());
  const [askRemoval, removalQuestion] = useRemovalQuestion<ListedSurvey>({
    sentence: ({ name }) =>
      toTrash(`Le relevé «\u00a0${name}\u00a0»`, 'Ses photos, ses paires et ses constats y vont avec lui.'),
    pending: remove.isPending,
    onConfirm: (survey, after) => remove.mutate([survey], after),
  });
  const visible = useMemo(() => {
    const wanted = searchKey(list.deferred.q);
    return sortRows(
      all.filter(
        ({ name, city, client_name, published_at }) =>
          searchKey([name, city, client_name].join(' ')).includes(wanted) &&
          (!list.deferred.etat || (list.deferred.etat === 'publie') === (published_at !== null)),
      ),
      list.deferred.tri,
      sortValues,
    );
  }, [all, list.deferred]);
  return (
    <>
      <FilteredTable
        list={list}
        orders={orderLabels}
        search={{ label: 'Rechercher un relevé', placeholder: 'Nom, ville ou client' }}
        filters={[{ name: 'etat', label: 'État', allLabel: 'Tous les états', options: states }]}
        rows={visible}
        total={all.length}
        noResult="Aucun relevé ne correspond à votre recherche"
        caption="Relevés"
        footer={trashLine}
        rowKey={idOf}
        columns={columns}
        actions={(survey) => [
          {
            label: `Ouvrir le relevé ${survey.name}`,
            icon: rowIcons.pencil,
            href: surveyPaths.one.href(survey.id),
          },
          {
            label: `Supprimer le relevé ${survey.name}`,
            icon: rowIcons.trash,
            onSelect: () => askRemoval(survey),
          },
        ]}
      />
      {removalQuestion}
    </>
  );
}

const columns: Column<ListedSurvey>[] = [
  {
    key: 'nom',
    header: fieldWords.name,
    sortable: true,
    mobile: 'title',
    primary: true,
    width: [180, 460],
    grows: true,
    text: ({ name }) => name,
    cell: ({ id, name }) => (
      <a href={surveyPaths.one.href(id)} className="font-semibold hover:underline">
        {name}
      </a>
    ),
  },
  {
    key: 'ville',
    header: fieldWords.city,
    under: 'nom',
    width: [110, 240],
    text: ({ city }) => city,
    cell: ({ city, client_name }) => [city, client_name].filter(Boolean).join(' · ') || '—',
  },
  {
    key: 'date',
    header: 'Date',
    sortable: true,
    mobile: 'text',
    primary: true,
    width: [120, 150],
    text: ({ captured_on }) => captured_on && formatDay(captured_on),
    cell: ({ captured_on }) => (captured_on ? formatDay(captured_on).replaceAll(' ', '\u00a0') : '—'),
  },
  {
    key: 'photos',
    header: 'Photos',
    sortable: true,
    align: 'end',
    width: [90, 110],
    text: ({ pictures }) => formatNumber(pictures),
    cell: ({ pictures }) => formatNumber(pictures),
  },
  {
    key: 'gardees',
    header: 'Placées',
    align: 'end',
    optional: 1,
    width: [90, 110],
    text: ({ kept }) => formatNumber(kept),
    cell: ({ kept }) => formatNumber(kept),
  },
  {
    key: 'revues',
    header: 'Revues',
    align: 'end',
    optional: 2,
    width: [90, 110],
    text: ({ reviewed, kept }) => `${formatNumber(reviewed)} sur ${formatNumber(kept)}`,
    cell: ({ reviewed }) => formatNumber(reviewed),
  },
  {
    key: 'remis',
    header: 'Remis',
    width: [120, 150],
    text: ({ delivered_on }) => delivered_on && formatDay(delivered_on),
    cell: ({ delivered_on }) => (delivered_on ? formatDay(delivered_on).replaceAll(' ', '\u00a0') : '—'),
  },
  {
    key: 'etat',
    header: 'État',
    mobile: 'badge',
    width: [110, 130],
    cell: ({ published_at }) => (
      <StatusBadge tone={published_at ? 'done' : 'quiet'} label={published_at ? 'Publié' : 'Non publié'} />
    ),
  },
];
