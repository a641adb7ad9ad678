import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Modal } from '@/admin/kit/ui/modal';
import { Button } from '@/shared/ui/button';
import { controlClass, Field } from '@/shared/ui/field';
import { tags, type UsedTag } from '../data/tags';
import { carriersText } from './usage-text';

/** Asks for the tag to merge another into, with the number of affected tours and trips. */
export function MergeTagDialog({
  tag,
  others,
  onClose,
}: {
  tag: UsedTag;
  others: readonly UsedTag[];
  onClose: () => void;
}) {
  const merge = useMutation(tags.merge());
  const [keptId, setKeptId] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const kept = others.find(({ id }) => id === keptId);
  const submit = () => {
    if (kept) merge.mutate({ merged: tag.id, kept: kept.id }, { onSettled: onClose });
    else setIsMissing(true);
  };
  return (
    <Modal
      onClose={onClose}
      title={`Fusionner le tag «\u00a0${tag.name}\u00a0»`}
      size="sm"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Annuler
          </Button>
          <Button variant="accent" pending={merge.isPending} onClick={submit}>
            Fusionner
          </Button>
        </>
      }
    >
      <Field
        label="Avec le tag"
        required
        error={isMissing && !kept ? 'Choisissez le tag à conserver' : undefined}
      >
        {(control) => (
          <select
            {...control}
            value={keptId}
            onChange={({ target }) => setKeptId(target.value)}
            className={controlClass}
          >
            <option value="">Choisir…</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <p className="mt-4 [overflow-wrap:anywhere]">{carriersText(tag, kept?.name)}</p>
      <p className="mt-2 [overflow-wrap:anywhere]">
        Le tag «{'\u00a0'}
        {tag.name}
        {'\u00a0'}» sera supprimé. La fusion est irréversible.
      </p>
    </Modal>
  );
}
