import type { UseMutationResult } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { TechnicalText } from '@/shared/ui/technical-details';
import { formatDateTime } from '../lib/dates';
import { formatRelative } from '../lib/relative-time';

type Props = {
  /** Sends the message, and resolves to its recipient's address. */
  test: Pick<UseMutationResult<string, Error, void>, 'mutate' | 'isPending' | 'data' | 'error'>;
  /** True when all required settings are saved. */
  ready: boolean;
  /** Moment of the last accepted test. */
  testedAt: string | null;
};

/** « M’envoyer un message d’essai », with its outcome: accepted, refused and why, or too many in a row. */
export function SenderTest({ test, ready, testedAt }: Props) {
  const isReadOnly = useIsReadOnly();
  if (isReadOnly) return <LastTest at={testedAt} />;
  return (
    <div className="space-y-2 text-sm">
      <Button
        size="sm"
        variant="outline"
        disabled={!ready}
        pending={test.isPending}
        onClick={() => test.mutate()}
      >
        <Send aria-hidden="true" className="size-4" />
        M’envoyer un message d’essai
      </Button>
      <div role="status">
        {test.isPending ? (
          <p className="text-slate">Envoi en cours…</p>
        ) : test.data !== undefined ? (
          <p className="wrap-anywhere">
            <strong className="font-semibold text-spruce-deep">Accepté par le fournisseur.</strong> Regardez
            la boîte de {test.data}, et les indésirables s’il n’y est pas.
          </p>
        ) : null}
      </div>
      {test.error && (
        <div role="alert" className="font-medium wrap-anywhere text-sumac-deep">
          <TechnicalText text={test.error.message} />
        </div>
      )}
      {!ready ? (
        <p className="text-slate">Enregistrez d’abord l’identité du studio et une adresse d’expédition.</p>
      ) : (
        !test.error && test.data === undefined && !test.isPending && <LastTest at={testedAt} />
      )}
    </div>
  );
}

function LastTest({ at }: { at: string | null }) {
  return (
    <p className="text-sm text-slate">
      {at ? (
        <>
          Dernier essai accepté <span title={formatDateTime(at)}>{formatRelative(at)}</span>.
        </>
      ) : (
        'Aucun message d’essai n’est encore parti. Il va à l’adresse de votre compte, et à aucune autre.'
      )}
    </p>
  );
}
