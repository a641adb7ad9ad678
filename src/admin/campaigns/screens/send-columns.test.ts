import { expect, it } from 'vitest';
import type { CampaignSend } from '../data/campaign-sends';
import { sendColumns } from './send-columns';

const send = (change: Partial<CampaignSend>) =>
  ({
    id: 'a',
    email: 'dg@xn--qubec-csa.ca',
    status: 'brouillon',
    attempts: 0,
    ...change,
  }) as CampaignSend;
const line = (one: CampaignSend) =>
  sendColumns({}, false)
    .find(({ key }) => key === 'suites')
    ?.mobileCell?.(one);

it('on a phone a recipient has the address below the name until something happens to the message', () => {
  expect(line(send({}))).toBe('dg@québec.ca');
  expect(line(send({ status: 'échec', attempts: 1, last_error: 'Boîte pleine' }))).toBe('Boîte pleine');
});
