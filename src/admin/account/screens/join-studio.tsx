import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readableMessage } from '@/shared/lib/failure';
import { Button } from '@/shared/ui/button';
import { controlClass, Field } from '@/shared/ui/field';
import { membership } from '../data/membership';
import { session } from '../data/session';

/**
 * The one-time code by which the first account becomes administrator; a refusal keeps the input.
 *
 * @param onClaimed called before the new role is read, which leads away from the page
 */
export function ClaimForm({ onClaimed }: { onClaimed: () => void }) {
  const claim = useMutation(membership.claim());
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const submit = () => {
    if (claim.isPending || code.trim() === '') return;
    claim.mutate(code, {
      onSuccess: () => {
        onClaimed();
        void client.invalidateQueries({ queryKey: session.all });
      },
    });
  };
  return (
    <form
      noValidate
      className="mt-6 space-y-4 border-t border-line pt-6"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h2 className="text-lg font-semibold">Premier compte du studio</h2>
      <Field
        label="Code du studio"
        required
        hint="Douze signes, affichés au démarrage du serveur ou par la commande du guide d’installation."
        error={claim.error?.message}
      >
        {(control) => (
          <input
            {...control}
            value={code}
            autoComplete="one-time-code"
            spellCheck={false}
            className={`${controlClass} font-mono uppercase`}
            onChange={({ target }) => setCode(target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="accent" className="w-full" pending={claim.isPending}>
        Prendre en main le studio
      </Button>
    </form>
  );
}

/** Accepts the invitation whose link led here, in the name of the account that is signed in. */
export function AcceptInvitation({ token }: { token: string }) {
  const accept = useMutation(membership.acceptInvitation());
  return (
    <>
      <Button
        variant="accent"
        className="mt-6 w-full"
        pending={accept.isPending}
        onClick={() => accept.mutate(token)}
      >
        Accepter l’invitation
      </Button>
      {accept.isError && (
        <p role="alert" className="mt-4 rounded-lg bg-sumac-pale px-4 py-3 text-sm">
          {readableMessage(accept.error)}
        </p>
      )}
    </>
  );
}
