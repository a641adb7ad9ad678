import { changeSettings } from '../../support/api.ts';
import { mailHolding } from '../studio.ts';
import { leaveRequest } from './2-answer.ts';
import { openToday, type Task } from './task.ts';
import { words } from './words.ts';

/** Answers the tax question, which only the first quote asks. */
export const registerTaxes = () =>
  changeSettings('studio', {
    ...{ tax_registered: true, tps_number: '123456789 RT0001', tvq_number: '1234567890 TQ0001' },
  });

export const quote: Task = {
  number: 3,
  title: 'Demande, puis devis envoyé',
  begins: 'Le dashboard; une demande vient d’arriver, et le catalogue a ses services.',
  most: 8,
  run: async (hand, studio) => {
    await registerTaxes();
    const { organisation, email } = await leaveRequest();
    await openToday(hand, studio);
    await hand.press(words.organisation(organisation));
    await hand.press(words.newQuote);
    await hand.fill(words.subject, 'Captation de nos rues');
    await hand.choose(words.service, /Rue numérisée/);
    await hand.fill(words.quantity, '10');
    await hand.press(words.sendByEmail);
    await hand.press(words.send);
    await hand.sees(/Devis \d{4}-\d{3}/);
    await mailHolding(email, /\/devis\/[0-9a-f]{32}/);
  },
};
