import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Button } from '@/shared/ui/button';
import { Form, TextField } from '@/shared/ui/form-fields';
import { accountCreation } from '../data/account-creation';
import { passwords } from '../data/passwords';
import { session } from '../data/session';
import {
  accountSchema,
  type Credentials,
  credentialsSchema,
  type NewPassword,
  newPasswordSchema,
  type ResetRequest,
  resetRequestSchema,
} from '../data/session.schema';
import { isUnconfirmed, notifyAuthError, notifyFirstError } from './auth-errors';
import { Unconfirmed } from './confirmation';
import { NewPasswordFields } from './new-password-fields';

const texts = {
  'sign-in': { submit: 'Se connecter', autoComplete: 'current-password' },
  'sign-up': { submit: 'Créer le compte', autoComplete: 'new-password' },
} as const;

/**
 * E-mail and password, to sign in or to create an account; a failure keeps the input.
 *
 * @param onUnconfirmed called when an account was asked for and its address has to be confirmed first
 */
export function CredentialsForm({
  mode,
  email,
  onForgot,
  onUnconfirmed,
}: {
  mode: 'sign-in' | 'sign-up';
  email: string;
  onForgot: (email: string) => void;
  onUnconfirmed: (email: string) => void;
}) {
  const signIn = useMutation(session.signIn());
  const signUp = useMutation(accountCreation.signUp());
  const form = useForm({
    resolver: zodResolver(mode === 'sign-in' ? credentialsSchema : accountSchema),
    defaultValues: { email, password: '' },
    reValidateMode: 'onSubmit',
  });

  const submit = (credentials: Credentials) => {
    if (mode === 'sign-in') {
      signIn.mutate(credentials, { onError: (error) => isUnconfirmed(error) || notifyAuthError(error) });
    } else {
      signUp.mutate(credentials, {
        onSuccess: (isSignedIn) => isSignedIn || onUnconfirmed(credentials.email),
        onError: notifyAuthError,
      });
    }
  };

  return (
    <Form form={form} onSubmit={form.handleSubmit(submit, notifyFirstError)} className="space-y-5">
      <TextField<Credentials> name="email" label="Courriel" required type="email" autoComplete="username" />
      <TextField<Credentials>
        name="password"
        label="Mot de passe"
        required
        type="password"
        autoComplete={texts[mode].autoComplete}
      />
      {isUnconfirmed(signIn.error) && signIn.variables && <Unconfirmed email={signIn.variables.email} />}
      <Button type="submit" className="w-full" pending={signIn.isPending || signUp.isPending}>
        {texts[mode].submit}
      </Button>
      {mode === 'sign-in' && (
        <button
          type="button"
          className="min-h-6 text-sm font-medium text-spruce underline underline-offset-4"
          onClick={() => onForgot(form.getValues('email'))}
        >
          Mot de passe oublié?
        </button>
      )}
    </Form>
  );
}

/** Asks for the link that lets a person choose a new password. */
export function ResetRequestForm({ email, onBack }: { email: string; onBack: () => void }) {
  const request = useMutation(passwords.requestPasswordReset());
  const form = useForm({
    resolver: zodResolver(resetRequestSchema),
    defaultValues: { email },
    reValidateMode: 'onSubmit',
  });
  const submit = (values: ResetRequest) => request.mutate(values, { onError: notifyAuthError });

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
    <Form form={form} onSubmit={form.handleSubmit(submit, notifyFirstError)} className="space-y-5">
      <TextField<ResetRequest>
        name="email"
        label="Courriel"
        required
        hint="Nous vous enverrons un lien pour choisir un nouveau mot de passe."
        type="email"
        autoComplete="username"
      />
      <Button type="submit" className="w-full" pending={request.isPending}>
        Envoyer le lien
      </Button>
      <Button variant="ghost" className="w-full" onClick={onBack}>
        Retour à la connexion
      </Button>
    </Form>
  );
}

/** Chooses a new password, after the link of a reset message has opened a session. */
export function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const update = useMutation(passwords.updatePassword());
  const form = useForm({
    resolver: zodResolver(newPasswordSchema),
    defaultValues: { password: '', confirmation: '' },
    reValidateMode: 'onSubmit',
  });
  const submit = ({ password }: NewPassword) =>
    update.mutate({ password }, { onSuccess: onDone, onError: notifyAuthError });

  return (
    <Form form={form} onSubmit={form.handleSubmit(submit, notifyFirstError)} className="space-y-5">
      <NewPasswordFields />
      <Button type="submit" className="w-full" pending={update.isPending}>
        Enregistrer le mot de passe
      </Button>
    </Form>
  );
}
