import type { UseFormRegisterReturn } from 'react-hook-form';
import { quebecDay } from '@/admin/lib/dates';
import { controlClass, Field } from '@/shared/ui/field';

type Name = 'occurred_on' | 'source_url' | 'evidence' | 'wording';

type Props = {
  register: (name: Name) => UseFormRegisterReturn;
  errors: Partial<Record<Name, { message?: string | undefined }>>;
  needsSource?: boolean;
  /** Whether the person agreed to a text. */
  hasWording?: boolean;
};

/** What proves a consent: when, where, how, and to what words. */
export function ProofFields({ register, errors, needsSource = false, hasWording = false }: Props) {
  return (
    <>
      <Field label="Date du consentement" required error={errors.occurred_on?.message}>
        {(control) => (
          <input
            {...control}
            {...register('occurred_on')}
            type="date"
            max={quebecDay()}
            className={controlClass}
          />
        )}
      </Field>
      <Field
        label="Adresse de la source"
        required={needsSource}
        error={errors.source_url?.message}
        hint="La page, le formulaire ou le document en ligne où on peut le vérifier."
      >
        {(control) => (
          <input
            {...control}
            {...register('source_url')}
            type="url"
            placeholder="https://"
            className={controlClass}
          />
        )}
      </Field>
      <Field
        label="Preuve"
        required
        error={errors.evidence?.message}
        hint="Ce que vous montreriez si on vous le demandait&nbsp;: qui, comment, où est le document."
      >
        {(control) => (
          <textarea
            {...control}
            {...register('evidence')}
            rows={3}
            maxLength={5000}
            className={controlClass}
          />
        )}
      </Field>
      {hasWording && (
        <Field label="Texte accepté, mot pour mot" error={errors.wording?.message}>
          {(control) => (
            <textarea
              {...control}
              {...register('wording')}
              rows={2}
              maxLength={5000}
              className={controlClass}
            />
          )}
        </Field>
      )}
    </>
  );
}
