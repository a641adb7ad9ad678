import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { session } from '@/admin/data/session/session';
import { resetRequestSchema } from '@/admin/data/session/session.schema';
import { Button } from '@/shared/ui/button';
import { controlClass, Field } from '@/shared/ui/field';
import { announceAuthError, announceFirstError } from './auth-toasts';

/** Asks for the link that lets a person choose a new password. */
export function ResetRequestForm({ email, onBack }: { email: string; onBack: () => void }) {
  const request = useMutation(session.requestPasswordReset());
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(resetRequestSchema),
    defaultValues: { email },
    reValidateMode: 'onSubmit',
  });

  if (request.isSuccess) {
    return (
      <div className="space-y-5">
        <p role="status">
          Si un compte existe pour <strong>{request.variables.email}</strong>, un message contenant un lien
          vient d’y être envoyé. Le lien est valide une heure.
        </p>
        <Button variant="outline" className="w-full" onClick={onBack}>
          Retour à la connexion
        </Button>
      </div>
    );
  }

  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={handleSubmit(
        (values) =>
          request.mutate(values, {
            onError: announceAuthError,
          }),
        announceFirstError,
      )}
    >
      <Field
        label="Courriel"
        required
        error={formState.errors.email?.message}
        hint="Nous vous enverrons un lien pour choisir un nouveau mot de passe."
      >
        {(control) => (
          <input
            {...control}
            {...register('email')}
            type="email"
            autoComplete="username"
            className={controlClass}
          />
        )}
      </Field>
      <Button type="submit" className="w-full" pending={request.isPending}>
        Envoyer le lien
      </Button>
      <Button variant="ghost" className="w-full" onClick={onBack}>
        Retour à la connexion
      </Button>
    </form>
  );
}
