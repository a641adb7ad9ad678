import { useState } from 'react';
import { Modal } from '@/admin/kit/ui/modal';
import { Button } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';
import type { Organisation } from '../data/organisations';
import { MergeOrganisationsDialog } from '../parts/merge-organisations-dialog';
import { OrganisationSearch } from '../parts/organisation-search';

/** Finds another record of the same organisation, shows both field by field, and merges them. */
export function MergeOrganisations({ organisation }: { organisation: Organisation }) {
  const [isAsked, setAsked] = useState(false);
  const [other, setOther] = useState<string>();
  const close = () => {
    setAsked(false);
    setOther(undefined);
  };
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setAsked(true)}>
        Réunir avec une autre…
      </Button>
      {isAsked && !other && <ChooseOther organisation={organisation} onChoose={setOther} onClose={close} />}
      {isAsked && other && (
        <MergeOrganisationsDialog keptId={organisation.id} otherId={other} onClose={close} />
      )}
    </>
  );
}

function ChooseOther({
  organisation,
  onChoose,
  onClose,
}: {
  organisation: Organisation;
  onChoose: (id: string) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  return (
    <Modal
      onClose={onClose}
      title="Réunir deux organisations"
      description={`«\u00a0${organisation.name}\u00a0» sera gardée, avec les personnes des deux.`}
    >
      <Field
        label="L’autre organisation"
        required
        hint="Écrivez une partie de son nom, puis choisissez-la dans la liste."
      >
        {(control) => (
          <OrganisationSearch
            {...control}
            value={text}
            onChange={setText}
            except={organisation.id}
            onChoose={({ id }) => onChoose(id)}
          />
        )}
      </Field>
      {/* Room for the suggestions, which the dialog would cut. */}
      <div className="h-64" />
    </Modal>
  );
}
