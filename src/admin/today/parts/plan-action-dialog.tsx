import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { lobbyingGrounds } from '@/admin/contacts/data/lobbying-grounds';
import { dayAfter } from '@/admin/kit/lib/coming-days';
import { quebecDay } from '@/admin/kit/lib/dates';
import { DateField } from '@/admin/kit/ui/date-field';
import { FormDialog } from '@/admin/kit/ui/form-dialog';
import { GroundFields } from '@/admin/kit/ui/ground-fields';
import { SelectField, TextField } from '@/shared/ui/form-fields';
import { type ActionTarget, GroundNeeded, type NextAction, nextActions } from '../data/next-actions';
import { actionKinds, type NextActionValues, nextActionSchema } from '../data/next-actions.schema';
import { tables } from '../data/tables';

const { fields } = tables.next_actions;

const valuesOf = (open: NextAction | undefined): NextActionValues => ({
  title: open?.title ?? '',
  kind: open?.kind === 'appeler' ? 'appeler' : '',
  due_on: open?.due_on ?? dayAfter(quebecDay(), 1),
  due_time: open?.due_time?.slice(0, 5) ?? '',
  owner: open?.owner ?? '',
  ground: open?.lobbying_ground ?? '',
  reference: open?.lobbying_reference ?? '',
});

/** Plans the next action of a record, or changes the open one. A failed save keeps the input. */
export function PlanActionDialog({
  target,
  open,
  begun,
  lacksGround = false,
  onClose,
  onPlanned = onClose,
}: {
  target: ActionTarget;
  open: NextAction | undefined;
  /** Initial values; by default those of the open action. */
  begun: NextActionValues | undefined;
  /** True for a suggested call that was refused for lack of a ground. */
  lacksGround?: boolean;
  onClose: () => void;
  onPlanned?: () => void;
}) {
  const plan = useMutation(nextActions.plan(target));
  const { data: owners = [] } = useQuery(nextActions.owners());
  const form = useForm({ resolver: zodResolver(nextActionSchema), defaultValues: begun ?? valuesOf(open) });
  const needsGround =
    form.watch('kind') === 'appeler' &&
    (plan.error instanceof GroundNeeded || lacksGround || Boolean(open?.lobbying_ground));
  return (
    <FormDialog
      form={form}
      title={open ? 'Modifier la prochaine action' : 'Planifier une action'}
      description="Une seule à la fois; celles qui sont faites restent dans l’historique."
      submitLabel="Enregistrer"
      pending={plan.isPending}
      onSubmit={(input) => plan.mutate(input, { onSuccess: onPlanned })}
      onClose={onClose}
    >
      <TextField<NextActionValues>
        name="title"
        label="À faire"
        required
        maxLength={200}
        placeholder="Relancer pour la date du conseil"
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <DateField<NextActionValues> name="due_on" label={fields.due_on} />
        <TextField<NextActionValues> name="due_time" label={fields.due_time} type="time" />
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField<NextActionValues>
          name="kind"
          label={fields.kind}
          emptyOption="Autre chose"
          options={actionKinds}
        />
        <SelectField<NextActionValues> name="owner" label="Responsable" emptyOption="Toute l’équipe">
          {open?.owner && !owners.some(({ id }) => id === open.owner) && (
            <option value={open.owner}>Une autre personne</option>
          )}
          {owners.map(({ id, email, isMe }) => (
            <option key={id} value={id}>
              {isMe ? `Moi (${email})` : email}
            </option>
          ))}
        </SelectField>
      </div>
      {needsGround && (
        <GroundFields legend="Ce qui permet l’appel" grounds={lobbyingGrounds}>
          Cette personne est titulaire d’une charge publique et n’a rien demandé par écrit. Le motif est gardé
          avec l’action.
        </GroundFields>
      )}
    </FormDialog>
  );
}
