import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { session } from '@/admin/data/session/session';
import { newPasswordSchema } from '@/admin/data/session/session.schema';
import { Button } from '@/shared/ui/button';
import { controlClass, Field } from '@/shared/ui/field';
import { announceAuthError, announceFirstError } from './auth-toasts';

/** Chooses a new password, after the link of a reset message has opened a session. */
export function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const update = useMutation(session.updatePassword());
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(newPasswordSchema),
    defaultValues: { password: '', confirmation: '' },
    reValidateMode: 'onSubmit',
  });

  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={handleSubmit(
        ({ password }) =>
          update.mutate(
            { password },
            {
              onSuccess: onDone,
              onError: announceAuthError,
            },
          ),
        announceFirstError,
      )}
    >
      <Field label="Nouveau mot de passe" required error={formState.errors.password?.message}>
        {(control) => (
          <input
            {...control}
            {...register('password')}
            type="password"
            autoComplete="new-password"
            className={controlClass}
          />
        )}
      </Field>
      <Field label="Confirmez le mot de passe" required error={formState.errors.confirmation?.message}>
        {(control) => (
          <input
            {...control}
            {...register('confirmation')}
            type="password"
            autoComplete="new-password"
            className={controlClass}
          />
        )}
      </Field>
      <Button type="submit" className="w-full" pending={update.isPending}>
        Enregistrer le mot de passe
      </Button>
    </form>
  );
}
