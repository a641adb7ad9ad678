import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { ConfirmDialog } from '@/admin/kit/ui/confirm-dialog';
import { FormDialog } from '@/admin/kit/ui/form-dialog';
import { IconButton } from '@/admin/kit/ui/icon-button';
import type { Ellipse } from '@/shared/sphere/projection';
import { TextAreaField, TextField } from '@/shared/ui/form-fields';
import {
  type FindingValues,
  findingKinds,
  findingSchema,
  noFinding,
  type SurveyFinding,
} from '../data/finding.schema';
import { findings as changes } from '../data/findings';
import { tables } from '../data/tables';

const { fields } = tables.survey_findings;

/** The damage in the form: a newly drawn one, or one of the list. */
export type FindingTarget = { area: Ellipse } | { finding: SurveyFinding };

/** The damages of a pair, as a list that says where each is. */
export function FindingList({
  surveyId,
  findings,
  selected,
  onLook,
  onEdit,
}: {
  surveyId: string;
  findings: readonly SurveyFinding[];
  selected: string | undefined;
  onLook: (finding: SurveyFinding) => void;
  onEdit: (finding: SurveyFinding) => void;
}) {
  const id = useId();
  const remove = useMutation(changes.remove(surveyId));
  const [leaving, setLeaving] = useState<SurveyFinding>();
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-paper p-4">
      <h2 id={id} className="font-semibold">
        Dommages constatés
      </h2>
      {findings.length === 0 ? (
        <p className="mt-1 text-sm text-slate">
          Aucun pour cette paire. Choisissez « Dommage », puis pressez ou entourez l’endroit dans l’image.
        </p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {findings.map((finding, index) => (
            <li
              key={finding.id}
              className={`flex items-start gap-1 py-2 ${finding.id === selected ? 'bg-spruce-pale' : ''}`}
            >
              <div className="min-w-0 flex-1 wrap-anywhere">
                <p className="font-medium">
                  {index + 1}. {finding.kind}
                </p>
                {finding.note && <p className="text-sm whitespace-pre-line text-slate">{finding.note}</p>}
              </div>
              <IconButton
                label={`Voir «\u00a0${finding.kind}\u00a0» dans l’image`}
                onClick={() => onLook(finding)}
              >
                <Eye aria-hidden="true" className="size-4" />
              </IconButton>
              <AdminsOnly>
                <IconButton label={`Modifier «\u00a0${finding.kind}\u00a0»`} onClick={() => onEdit(finding)}>
                  <Pencil aria-hidden="true" className="size-4" />
                </IconButton>
                <IconButton
                  label={`Retirer «\u00a0${finding.kind}\u00a0»`}
                  onClick={() => setLeaving(finding)}
                >
                  <Trash2 aria-hidden="true" className="size-4" />
                </IconButton>
              </AdminsOnly>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={leaving !== undefined}
        onOpenChange={() => setLeaving(undefined)}
        title="Retirer ce dommage?"
        description={leaving ? `«\u00a0${leaving.kind}\u00a0» et sa note seront perdus.` : ''}
        confirmLabel="Retirer"
        pending={remove.isPending}
        onConfirm={() => leaving && remove.mutate(leaving.id, { onSettled: () => setLeaving(undefined) })}
      />
    </section>
  );
}

/** The form of a damage: what it is, and a note. */
export function FindingDialog({
  surveyId,
  pairId,
  target,
  onClose,
}: {
  surveyId: string;
  pairId: string;
  target: FindingTarget;
  onClose: () => void;
}) {
  const listId = useId();
  const add = useMutation(changes.add(surveyId));
  const edit = useMutation(changes.edit(surveyId));
  const form = useForm<FindingValues>({
    resolver: zodResolver(findingSchema),
    defaultValues: 'finding' in target ? { kind: target.finding.kind, note: target.finding.note } : noFinding,
  });
  const isNew = 'area' in target;
  const save = (values: FindingValues) => {
    if (isNew) add.mutate({ ...target.area, ...values, pairId }, { onSuccess: onClose });
    else edit.mutate({ id: target.finding.id, ...values }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      form={form}
      title={isNew ? 'Dommage constaté' : 'Modifier le dommage'}
      description="Ce que montre l’image d’après et que l’image d’avant ne montre pas."
      submitLabel="Enregistrer"
      pending={add.isPending || edit.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField<FindingValues> name="kind" label="Ce qui est touché" required list={listId} maxLength={60} />
      <datalist id={listId}>
        {findingKinds.map((kind) => (
          <option key={kind} value={kind} />
        ))}
      </datalist>
      <TextAreaField<FindingValues>
        name="note"
        label={fields.note}
        hint="Adresse civique, étendue, ce qui reste à vérifier sur place."
        rows={4}
        maxLength={1000}
      />
    </FormDialog>
  );
}
