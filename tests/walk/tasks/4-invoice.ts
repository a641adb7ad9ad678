import { api, apiAsAdmin } from '../../support/api.ts';
import { sendQuote } from '../planted.ts';
import { openToday, type Task } from './task.ts';
import { words } from './words.ts';

/** Creates a quote that a client accepted, and returns the client's name. */
async function acceptedQuote(): Promise<string> {
  const quote = await sendQuote();
  const order = {
    name: 'Jeanne Roy',
    jobTitle: 'Greffière',
    authority: 'delegation',
    purchaseOrder: 'BC-114',
  };
  const { status, body } = await apiAsAdmin('rpc/record_paper_acceptance', 'POST', {
    ...{ quote, answer: order, reason: 'Bon de commande reçu' },
  });
  if (status >= 300) throw new Error(`record_paper_acceptance: ${status} ${JSON.stringify(body)}`);
  const [row] = await api<{ organization_name: string }>(`quotes?select=organization_name&id=eq.${quote}`);
  return row?.organization_name ?? '';
}

export const invoice: Task = {
  number: 4,
  title: 'Devis accepté, facturé, payé',
  begins: 'Le dashboard; un devis vient d’être accepté.',
  most: 10,
  run: async (hand, studio) => {
    const organisation = await acceptedQuote();
    await openToday(hand, studio);
    await hand.press(words.invoiceOf(organisation));
    await hand.press(words.startInvoice);
    await hand.press(words.sendByEmail);
    await hand.press(words.send);
    await hand.press(words.payment);
    await hand.press(words.notePayment);
    await hand.sees('Payée');
  },
};
