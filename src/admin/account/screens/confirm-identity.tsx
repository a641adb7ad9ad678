import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { identityCheck } from '@/admin/kit/lib/sign-in-again';
import { Modal } from '@/admin/kit/ui/modal';
import { TotpCodeForm } from '@/admin/kit/ui/totp-code-form';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Form, TextField } from '@/shared/ui/form-fields';
import { Spinner } from '@/shared/ui/spinner';
import { describeSecondFactorError, secondFactor } from '../data/second-factor';
import { session } from '../data/session';
import { describeAuthError } from './auth-errors';

const schema = z.object({ password: z.string().min(1, 'Entrez votre mot de passe') });

type Values = z.infer<typeof schema>;

const confirm = () => void identityCheck.answer(true);
const cancel = () => void identityCheck.answer(false);

/**
 * Asks the person to confirm their identity in a dialog, before an action that cannot be undone: by a code where the
 * account has a device, else by the password. The waiting request then continues; when the person cancels, it is not
 * sent.
 */
export function ConfirmIdentity({ email }: { email: string }) {
  const devices = useQuery(secondFactor.list());
  return (
    <Modal
      onClose={cancel}
      size="sm"
      title="Confirmez que c’est vous"
      description={`Ce que vous demandez ne s’annule pas, ou touche à des accès, et votre dernière connexion date de plus de quinze minutes. Compte\u00a0: ${email}`}
    >
      {devices.isPending ? (
        <Spinner />
      ) : !devices.data ? (
        <ErrorState
          title="Impossible de vérifier votre compte"
          error={devices.error}
          onRetry={() => devices.refetch()}
        />
      ) : devices.data.length > 0 ? (
        <CodeForm factorIds={devices.data.map(({ id }) => id)} />
      ) : (
        <PasswordForm email={email} />
      )}
    </Modal>
  );
}

function CodeForm({ factorIds }: { factorIds: string[] }) {
  const verify = useMutation(secondFactor.verify());
  return (
    <TotpCodeForm
      label="Confirmez que c’est vous"
      submitLabel="Confirmer"
      pending={verify.isPending}
      error={verify.isError ? describeSecondFactorError(verify.error) : undefined}
      onSubmit={(code) => verify.mutate({ factorIds, code }, { onSuccess: confirm })}
      onCancel={cancel}
    />
  );
}

function PasswordForm({ email }: { email: string }) {
  const confirmPassword = useMutation(session.confirmPassword());
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { password: '' },
    reValidateMode: 'onSubmit',
  });
  const submit = ({ password }: Values) =>
    confirmPassword.mutate(
      { email, password },
      {
        onSuccess: confirm,
        onError: (error) =>
          form.setError('password', { message: describeAuthError(error).text }, { shouldFocus: true }),
      },
    );
  return (
    <Form
      form={form}
      aria-label="Confirmez que c’est vous"
      onSubmit={form.handleSubmit((values) => {
        if (!confirmPassword.isPending) submit(values);
      })}
      className="space-y-5"
    >
      {/* Password managers look for the account beside the password. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField<Values>
        name="password"
        label="Mot de passe"
        required
        type="password"
        autoComplete="current-password"
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={cancel}>
          Annuler
        </Button>
        <Button type="submit" variant="accent" pending={confirmPassword.isPending}>
          Confirmer
        </Button>
      </div>
    </Form>
  );
}
