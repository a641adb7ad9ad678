import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { Button } from '@/shared/ui/button';
import { FieldHint } from '@/shared/ui/field';
import { sendTestMessage, type TestMessage } from '../data/test-message';

type Props = {
  /** The message of the preview, saved or not. */
  message: TestMessage;
  /** Reason why it cannot be sent as it is. */
  refusal?: string | undefined;
  onSent?: () => void;
};

/** « M’envoyer un essai »: sends the present message to the person's own address, without leaving the screen. */
export function TestButton({ message, refusal, onSent }: Props) {
  const send = useMutation(sendTestMessage());
  return (
    <AdminsOnly>
      <div>
        <Button
          variant="outline"
          disabled={refusal !== undefined}
          pending={send.isPending}
          onClick={() => send.mutate(message, { onSuccess: () => onSent?.() })}
        >
          <Send aria-hidden="true" className="size-4" />
          M’envoyer un essai
        </Button>
        <FieldHint>
          {refusal ??
            'L’essai part à l’adresse de votre compte seulement, avec la mention «\u00a0[Essai]\u00a0».'}
        </FieldHint>
      </div>
    </AdminsOnly>
  );
}
