import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { session } from '@/admin/data/session/session';
import { type Credentials, credentialsSchema } from '@/admin/data/session/session.schema';
import { Button } from '@/shared/ui/button';
import { controlClass, Field } from '@/shared/ui/field';
import { announceAuthError, announceFirstError } from './auth-toasts';

type Mode = 'sign-in' | 'sign-up';

const texts = {
  'sign-in': { submit: 'Se connecter', autoComplete: 'current-password' },
  'sign-up': { submit: 'Créer le compte', autoComplete: 'new-password' },
} as const;

/** E-mail and password, for both modes of the sign-in page. A failure keeps what was typed. */
export function CredentialsForm({
  mode,
  email,
  onForgot,
}: {
  mode: Mode;
  email: string;
  onForgot: (email: string) => void;
}) {
  const signIn = useMutation(session.signIn());
  const signUp = useMutation(session.signUp());
  const { register, handleSubmit, getValues, formState } = useForm({
    resolver: zodResolver(credentialsSchema),
    defaultValues: { email, password: '' },
    reValidateMode: 'onSubmit',
  });

  const submit = (credentials: Credentials) => {
    const action = mode === 'sign-in' ? signIn : signUp;
    action.mutate(credentials, {
      onError: announceAuthError,
    });
  };

  return (
    <form noValidate onSubmit={handleSubmit(submit, announceFirstError)} className="space-y-5">
      <Field label="Courriel" required error={formState.errors.email?.message}>
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
      <Field label="Mot de passe" required error={formState.errors.password?.message}>
        {(control) => (
          <input
            {...control}
            {...register('password')}
            type="password"
            autoComplete={texts[mode].autoComplete}
            className={controlClass}
          />
        )}
      </Field>
      <Button type="submit" className="w-full" pending={signIn.isPending || signUp.isPending}>
        {texts[mode].submit}
      </Button>
      {mode === 'sign-in' && (
        <button
          type="button"
          className="min-h-6 text-sm font-medium text-spruce underline underline-offset-4"
          onClick={() => onForgot(getValues('email'))}
        >
          Mot de passe oublié?
        </button>
      )}
    </form>
  );
}
