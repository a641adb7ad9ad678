import { Send } from 'lucide-react';
import { type ReactNode, type RefObject, useId } from 'react';
import { Button } from '@/shared/ui/button';
import { controlClass } from '@/shared/ui/field';
import { isSendKey } from '../lib/keys';

type ReplyText = { subject: string; body: string };

type Props = ReplyText & {
  /** The recipient's address. */
  to: string;
  onChange: (change: Partial<ReplyText>) => void;
  onSubmit: () => void;
  pending: boolean;
  error: string | undefined;
  rows: number;
  bodyRef: RefObject<HTMLTextAreaElement | null>;
  /** Position of the caret when the unchanged text is focused by a key or a button. */
  startAt?: number | undefined;
  /** Content above the subject. */
  above?: ReactNode;
  /** Content between the text and the button. */
  below?: ReactNode;
  /** Content beside the button. */
  status?: ReactNode;
};

/** A form to answer a message: recipient, subject, text and « Envoyer », by Ctrl+Enter too. */
export function ReplyForm({ to, subject, body, onChange, onSubmit, pending, error, rows, ...props }: Props) {
  const id = useId();
  return (
    <form
      className="space-y-3"
      aria-label="Répondre"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      onKeyDown={(event) => {
        if (!isSendKey(event)) return;
        event.preventDefault();
        onSubmit();
      }}
    >
      <p className="text-sm text-slate">
        À <span className="wrap-anywhere text-ink">{to}</span>
      </p>
      {props.above}
      <div>
        <label htmlFor={`${id}-subject`} className="mb-1 block text-sm font-semibold">
          Sujet
        </label>
        <input
          id={`${id}-subject`}
          value={subject}
          maxLength={200}
          onChange={(event) => onChange({ subject: event.target.value })}
          className={controlClass}
        />
      </div>
      <div>
        <label htmlFor={`${id}-body`} className="mb-1 block text-sm font-semibold">
          Texte
        </label>
        <textarea
          ref={props.bodyRef}
          id={`${id}-body`}
          rows={rows}
          maxLength={10_000}
          value={body}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          // A pointer press sets the caret itself, after the focus.
          onFocus={({ target }) => {
            const { startAt } = props;
            if (startAt !== undefined) target.setSelectionRange(startAt, startAt);
          }}
          onChange={(event) => onChange({ body: event.target.value })}
          className={controlClass}
        />
        {error && (
          <p id={`${id}-error`} className="mt-1 text-sm font-medium text-sumac-deep">
            {error}
          </p>
        )}
      </div>
      {props.below}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant="accent"
          pending={pending}
          aria-keyshortcuts="Control+Enter"
          title="Ctrl+Entrée"
        >
          <Send aria-hidden="true" className="size-4" />
          Envoyer
        </Button>
        {props.status}
      </div>
    </form>
  );
}
