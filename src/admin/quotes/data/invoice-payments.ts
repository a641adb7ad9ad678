import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { offerUndoBy } from '@/admin/kit/data/undo-change';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';
import { readHundredths } from '@/shared/lib/money';
import { invoiceDependants, invoices } from './invoices';
import type { PaymentInput } from './invoices.schema';

export type Payment = Tables<'invoice_payments'>;

/** Undoes a payment noted by mistake, which stays in the history. */
const undo = () =>
  mutationOptions({
    mutationFn: async (payment: string) => {
      const { data, error } = await supabase.rpc('undo_payment', { payment });
      if (error) throw rpcError(error, 'Impossible d’annuler ce paiement');
      return data;
    },
    meta: { invalidates: invoiceDependants, successMessage: 'Paiement annulé' },
  });

export const invoicePayments = {
  /** Options to read the payments of an invoice in the order of their days, those that were undone included. */
  ofInvoice: (id: string) =>
    queryOptions({
      queryKey: [...invoices.all, 'payments', id],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .from('invoice_payments')
          .select('*')
          .eq('invoice_id', id)
          .order('received_on')
          .order('created_at')
          .abortSignal(signal)
          .throwOnError();
        return data satisfies Payment[];
      },
      meta: { errorMessage: 'Impossible de charger les paiements' },
    }),

  /** Notes a payment, once for one `payment`, with « Annuler » for ten seconds. */
  record: () =>
    mutationOptions({
      mutationFn: async ({ amount, ...asked }: PaymentInput & { payment: string; invoice: string }) => {
        const { error } = await supabase.rpc('record_payment', {
          ...asked,
          amount: readHundredths(amount) ?? 0,
        });
        if (error) throw rpcError(error, 'Impossible de noter le paiement');
        return asked.payment;
      },
      onSuccess: (payment, _asked, _result, { client }) =>
        offerUndoBy(client, 'Paiement noté', undo(), payment),
      meta: { invalidates: invoiceDependants },
    }),

  undo,
};
