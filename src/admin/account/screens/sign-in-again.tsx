import { zodResolver } from '@hookform/resolvers/zod';
import * as Dialog from '@radix-ui/react-dialog';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { forgetUnsavedText } from '@/admin/kit/lib/unsaved-text';
import { dialogClass, overlayClass, useFocusReturn } from '@/admin/kit/ui/dialog';
import { TotpCodeForm } from '@/admin/kit/ui/totp-code-form';
import { Button } from '@/shared/ui/button';
import { Form, TextField } from '@/shared/ui/form-fields';
import { describeSecondFactorError, secondFactor } from '../data/second-factor';
import { session } from '../data/session';
import { type Credentials, credentialsSchema } from '../data/session.schema';
import { notifyAuthError, notifyFirstError } from './auth-errors';

/**
 * Asks for the password and, if needed, the code of the second factor, over a page with unsaved text; the waiting
 * save then continues.
 */
export function SignInAgain({ email }: { email: string }) {
  const signIn = useMutation(session.signIn());
  const signOut = useMutation(session.signOut());
  const verify = useMutation(secondFactor.verify());
  const devices = useQuery({ ...secondFactor.missing(email), enabled: signIn.isSuccess });
  const factorIds = devices.data ?? [];
  const focusReturn = useFocusReturn();
  const form = useForm({
    resolver: zodResolver(credentialsSchema),
    defaultValues: { email, password: '' },
    reValidateMode: 'onSubmit',
  });
  const submit = (credentials: Credentials) => {
    if (!signIn.isPending) signIn.mutate(credentials, { onError: notifyAuthError });
  };

  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          {...focusReturn}
          className={`${dialogClass} max-w-lg gap-3 overflow-y-auto p-6`}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <Dialog.Title className="text-xl font-bold">Votre session est terminée</Dialog.Title>
          <Dialog.Description className="text-slate">
            Votre saisie est conservée. Reconnectez-vous pour continuer où vous étiez.
          </Dialog.Description>
          {factorIds.length > 0 ? (
            <TotpCodeForm
              label="Double authentification"
              submitLabel="Se reconnecter"
              pending={verify.isPending}
              error={verify.isError ? describeSecondFactorError(verify.error) : undefined}
              onSubmit={(code) => verify.mutate({ factorIds, code })}
            />
          ) : (
            <Form
              form={form}
              onSubmit={(event) => {
                // React's events bubble into the page's own form, which must not be submitted too.
                event.stopPropagation();
                return form.handleSubmit(submit, notifyFirstError)(event);
              }}
              className="mt-2 space-y-5"
            >
              <TextField<Credentials>
                name="email"
                label="Courriel"
                required
                type="email"
                autoComplete="username"
              />
              <TextField<Credentials>
                name="password"
                label="Mot de passe"
                required
                type="password"
                autoComplete="current-password"
              />
              <div className="flex flex-wrap justify-end gap-3">
                <Button
                  variant="outline"
                  pending={signOut.isPending}
                  onClick={() => {
                    const takeBack = forgetUnsavedText();
                    signOut.mutate(undefined, { onError: takeBack });
                  }}
                >
                  Abandonner ma saisie
                </Button>
                <Button type="submit" variant="accent" pending={signIn.isPending}>
                  Se reconnecter
                </Button>
              </div>
            </Form>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
