import { expect, it } from 'vitest';
import { quebecDay } from '@/admin/kit/lib/dates';
import { paymentSchema } from './invoices.schema';

it('notes a payment of today, and none of a day to come', () => {
  const faultOf = (moment: number) =>
    paymentSchema.safeParse({
      ...{ method: 'cheque', amount: '10', reference: '' },
      received_on: quebecDay(new Date(moment)),
    }).error?.issues[0]?.message;
  expect(faultOf(Date.now())).toBeUndefined();
  expect(faultOf(Date.now() + 86_400_000)).toBe('Indiquez un jour passé, ou aujourd’hui');
});
