import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatDay, quebecDay } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { type Column, DataTable } from '@/admin/kit/ui/data-table';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { rowIcons } from '@/admin/kit/ui/row-icons';
import { SettingsSections } from '@/admin/kit/ui/settings-sections';
import { TableSkeleton } from '@/admin/kit/ui/table-skeleton';
import { formatAmount } from '@/shared/lib/money';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import {
  type ContractThreshold,
  contractThresholds,
  knownThresholds,
  shownUntil,
  thresholdKinds,
} from '../data/contract-thresholds';
import { ThresholdDialog } from './threshold-dialog';
import { ThresholdNotice } from './threshold-notice';

/** Closed, adding, or editing one threshold. */
type DialogState = { mode: 'closed' } | { mode: 'open'; threshold: ContractThreshold | undefined };

/** The amounts from which a municipality must invite or call for tenders: dated, each with its source. */
export function ThresholdsPage() {
  const { data: thresholds, ...query } = useQuery(contractThresholds.list());
  const create = useMutation(contractThresholds.create());
  const { mutate: remove } = useMutation(contractThresholds.remove());
  const { mutate: confirm } = useMutation(contractThresholds.confirm());
  const [dialog, setDialog] = useState<DialogState>({ mode: 'closed' });
  const actions = useMemo(
    () => (threshold: ContractThreshold) => {
      const name = nameOf(threshold);
      return [
        {
          label: `Modifier ${name}`,
          icon: rowIcons.pencil,
          onSelect: () => setDialog({ mode: 'open', threshold }),
        },
        // A threshold with a last day ends then, whoever reads it again.
        ...(threshold.applies_until === null
          ? [
              {
                label: `Toujours en vigueur\u00a0: ${name}`,
                icon: rowIcons.check,
                onSelect: () => confirm({ id: threshold.id, today: quebecDay() }),
              },
            ]
          : []),
        { label: `Supprimer ${name}`, icon: rowIcons.trash, onSelect: () => remove(threshold) },
      ];
    },
    [remove, confirm],
  );
  return (
    <>
      <Seo title="Seuils de contrats" noIndex />
      <PageHeader title="Seuils de contrats">
        <Button variant="accent" onClick={() => setDialog({ mode: 'open', threshold: undefined })}>
          <Plus aria-hidden="true" className="size-4" />
          Nouveau seuil
        </Button>
      </PageHeader>
      <SettingsSections />
      <p className="mb-4 max-w-prose text-slate">
        Un devis qui atteint un seuil le signale à côté du document, sans rien bloquer. De chaque règle, le
        montant le plus récent en vigueur compte. Le site et la trousse pour les municipalités n’en montrent
        aucun qui n’est plus à jour.
      </p>
      <ThresholdNotice />
      {thresholds === undefined ? (
        query.isPending ? (
          <TableSkeleton rows={3} />
        ) : (
          <ErrorState title="Impossible de charger les seuils" onRetry={() => query.refetch()} />
        )
      ) : thresholds.length === 0 ? (
        <EmptyState title="Aucun seuil pour le moment">
          <p className="max-w-prose text-slate">
            Commencez par ceux que nous connaissons, puis confirmez-les au ministère des Affaires municipales
            et de l’Habitation.
          </p>
          <AdminsOnly>
            <Button pending={create.isPending} onClick={() => create.mutate([...knownThresholds])}>
              Ajouter les seuils connus
            </Button>
          </AdminsOnly>
        </EmptyState>
      ) : (
        // Outside of the screen's frame, so that the tabs stay where those of the other settings are.
        <div>
          <DataTable
            caption="Seuils de contrats"
            rows={thresholds}
            rowKey={idOf}
            columns={columns}
            actions={actions}
          />
        </div>
      )}
      {dialog.mode === 'open' && (
        <ThresholdDialog threshold={dialog.threshold} onClose={() => setDialog({ mode: 'closed' })} />
      )}
    </>
  );
}

const idOf = ({ id }: ContractThreshold) => id;
const kindOf = ({ kind }: ContractThreshold) => labelOf(thresholdKinds, kind);
const nameOf = (threshold: ContractThreshold) => `${kindOf(threshold)}, ${formatDay(threshold.applies_from)}`;

const columns: Column<ContractThreshold>[] = [
  {
    key: 'regle',
    header: 'Règle',
    mobile: 'title',
    primary: true,
    width: [180, 320],
    text: kindOf,
    cell: (threshold) => <span className="font-semibold">{kindOf(threshold)}</span>,
  },
  {
    key: 'montant',
    header: 'À partir de',
    mobile: 'badge',
    primary: true,
    width: [120, 150],
    align: 'end',
    text: ({ amount_cents }) => formatAmount(amount_cents),
    cell: ({ amount_cents }) => <span className="tabular-nums">{formatAmount(amount_cents)}</span>,
  },
  {
    key: 'vigueur',
    header: 'En vigueur le',
    width: [130, 160],
    text: ({ applies_from }) => formatDay(applies_from),
    cell: ({ applies_from }) => formatDay(applies_from),
  },
  {
    key: 'montre',
    header: 'Montré jusqu’au',
    width: [140, 170],
    text: (threshold) => formatDay(shownUntil(threshold)),
    cell: (threshold) => formatDay(shownUntil(threshold)),
  },
  {
    key: 'source',
    header: 'Source',
    mobile: 'text',
    grows: true,
    width: [160, 600],
    text: ({ source }) => source,
    cell: ({ source }) => source,
  },
];
