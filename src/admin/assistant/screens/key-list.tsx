import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatDay, formatDayAndTime } from '@/admin/kit/lib/dates';
import { serverNow } from '@/admin/kit/lib/server-clock';
import { type Column, DataTable } from '@/admin/kit/ui/data-table';
import type { RowAction } from '@/admin/kit/ui/row-actions';
import { rowIcons } from '@/admin/kit/ui/row-icons';
import { StatusBadge } from '@/admin/kit/ui/status-badge';
import { EmptyState } from '@/shared/ui/empty-state';
import { type AssistantKey, assistant } from '../data/assistant';

const idOf = ({ id }: AssistantKey) => id;
const isOver = ({ expires_at }: AssistantKey) => new Date(expires_at) <= serverNow();

function KeyState({ of: key }: { of: AssistantKey }) {
  if (key.revoked_at) return <StatusBadge tone="attention" label="Révoquée" />;
  return isOver(key) ? (
    <StatusBadge tone="active" label="Échue" />
  ) : (
    <StatusBadge tone="done" label="Valide" />
  );
}

const endOf = ({ expires_at }: AssistantKey) => formatDay(expires_at);
const lastUseOf = ({ last_used_at }: AssistantKey) =>
  last_used_at ? formatDayAndTime(last_used_at) : 'Jamais';

/** On a phone nothing heads the line. */
const sayUse = (key: AssistantKey) =>
  `${key.last_used_at ? `Dernier usage\u00a0: ${lastUseOf(key)}` : 'Jamais utilisée'}, jusqu’au ${endOf(key)}`;

const columns: Column<AssistantKey>[] = [
  {
    key: 'nom',
    header: 'Nom',
    mobile: 'title',
    primary: true,
    width: [160, 360],
    grows: true,
    text: ({ name }) => name,
    cell: ({ name }) => name,
  },
  { key: 'etat', header: 'État', mobile: 'badge', width: [110, 130], cell: (key) => <KeyState of={key} /> },
  {
    key: 'usage',
    header: 'Dernier usage',
    mobile: 'text',
    width: [150, 200],
    text: lastUseOf,
    cell: lastUseOf,
    mobileCell: sayUse,
  },
  { key: 'expire', header: 'Valide jusqu’au', width: [130, 150], text: endOf, cell: endOf },
];

/** One's keys: each can be revoked, at once. */
export function KeyList({ keys }: { keys: AssistantKey[] }) {
  const { mutate: revoke, isPending } = useMutation(assistant.revoke());
  const actions = useMemo(
    () =>
      (key: AssistantKey): RowAction[] =>
        key.revoked_at || isOver(key)
          ? []
          : [
              {
                label: `Révoquer la clé ${key.name}`,
                icon: rowIcons.trash,
                onSelect: () => isPending || revoke(key.id),
              },
            ],
    [isPending, revoke],
  );
  return (
    <div>
      <h2 className="mb-3 text-lg font-semibold">Vos clés</h2>
      {keys.length === 0 ? (
        <EmptyState title="Aucun assistant n’est branché">
          <p>Sans clé, personne ne peut rien demander par cette voie.</p>
        </EmptyState>
      ) : (
        <DataTable caption="Vos clés" rows={keys} rowKey={idOf} columns={columns} actions={actions} />
      )}
    </div>
  );
}
