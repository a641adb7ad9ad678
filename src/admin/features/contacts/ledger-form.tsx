import type { FormEventHandler, ReactNode } from 'react';
import { Modal } from '@/admin/ui/modal';
import { Button } from '@/shared/ui/button';

type Props = {
  id: string;
  title: string;
  description: string;
  submitLabel: string;
  pending: boolean;
  /** Why it was not recorded; what was typed stays. */
  failure: string;
  onSubmit: FormEventHandler;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that adds to the ledger. */
export function LedgerForm({
  id,
  title,
  description,
  submitLabel,
  pending,
  failure,
  onSubmit,
  onClose,
  children,
}: Props) {
  return (
    <Modal
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      size="sm"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Annuler
          </Button>
          <Button type="submit" form={id} variant="accent" pending={pending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} noValidate aria-label={title} onSubmit={onSubmit} className="space-y-5">
        {children}
        {failure && (
          <p role="alert" className="rounded-lg border border-sumac-deep bg-sumac-pale px-4 py-3">
            {failure}
          </p>
        )}
      </form>
    </Modal>
  );
}
