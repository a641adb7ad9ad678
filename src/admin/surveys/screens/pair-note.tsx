import { useId, useState } from 'react';
import { useUnsavedText } from '@/admin/kit/lib/use-unsaved-text';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { controlClass } from '@/shared/ui/field';
import type { SurveyPair } from '../data/survey-pairs';

/** The note of a pair, saved by a press or on leaving the field. */
export function PairNote({ pair, onSave }: { pair: SurveyPair; onSave: (note: string) => void }) {
  const id = useId();
  const isReadOnly = useIsReadOnly();
  const [note, setNote] = useState(pair.note);
  const isChanged = note.trim() !== pair.note;
  useUnsavedText(isChanged);
  const save = () => {
    if (isChanged) onSave(note.trim());
  };
  return (
    <section className="rounded-xl border border-line bg-paper p-4">
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        Note sur la paire
      </label>
      <textarea
        id={id}
        value={note}
        maxLength={1000}
        rows={2}
        readOnly={isReadOnly}
        onChange={(event) => setNote(event.target.value)}
        onBlur={save}
        className={controlClass}
      />
      {isChanged && (
        <Button size="sm" variant="outline" className="mt-2" onClick={save}>
          Enregistrer la note
        </Button>
      )}
    </section>
  );
}
