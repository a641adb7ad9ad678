import { type ReactNode, useId, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { readableMessage } from '@/shared/lib/failure';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { Form } from '@/shared/ui/form-fields';
import { isSendKey } from '../lib/keys';
import { useUnsavedText } from '../lib/use-unsaved-text';
import { ConfirmDialogContent } from './confirm-dialog-content';
import { Modal } from './modal';

type Props<Values extends FieldValues, Output> = {
  form: UseFormReturn<Values, unknown, Output>;
  title: string;
  description: string;
  size?: 'sm' | 'md';
  submitLabel: string;
  pending: boolean;
  /** The failure of the last attempt, told beside the button that made it. */
  error?: Error | null;
  /** Receives the validated values. */
  onSubmit: (output: Output) => void;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A dialog that is a form, with « Annuler » and a submit button, which Ctrl+Enter presses from any field; Escape, the cross and a press outside ask before
 * unsaved input is lost.
 */
export function FormDialog<Values extends FieldValues, Output>({
  form,
  title,
  description,
  size = 'sm',
  submitLabel,
  pending,
  error = null,
  onSubmit,
  onClose,
  children,
}: Props<Values, Output>) {
  const formId = useId();
  const isReadOnly = useIsReadOnly();
  const { isDirty } = form.formState;
  useUnsavedText(isDirty);
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Modal
      onClose={isDirty ? () => setIsLeaving(true) : onClose}
      title={title}
      description={description}
      size={size}
      footer={
        <>
          {error && (
            <p role="alert" className="w-full text-sm font-medium text-sumac-deep">
              {readableMessage(error) ?? "Une erreur inattendue s'est produite"}
            </p>
          )}
          <Button variant="outline" onClick={onClose}>
            Annuler
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="accent"
            pending={pending}
            disabled={isReadOnly}
            aria-keyshortcuts="Control+Enter"
            title="Ctrl+Entrée"
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <Form
        form={form}
        id={formId}
        aria-label={title}
        onSubmit={form.handleSubmit((output) => {
          if (!pending) onSubmit(output);
        })}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }}
        className="space-y-5"
      >
        {children}
      </Form>
      <ConfirmDialogContent
        open={isLeaving}
        onOpenChange={setIsLeaving}
        title="Fermer sans enregistrer?"
        description="Ce que vous avez saisi ici sera perdu."
        confirmLabel="Fermer sans enregistrer"
        cancelLabel="Continuer la saisie"
        onConfirm={onClose}
      />
    </Modal>
  );
}
