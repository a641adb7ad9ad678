import { beforeEach, expect, test } from 'vitest';
import type { Transport } from '../_shared/mail/outgoing.ts';
import { type EmailData, emailData, waitingNotification } from '../_testing/email-data.ts';
import { prepareHarness } from '../_testing/harness.ts';
import { sendDueNotifications } from './notifications.ts';

const harness = prepareHarness();
let emails: EmailData;

beforeEach(() => {
  emails = emailData();
  harness.supabase.data = emails.answer;
});

const identity = {
  ...{
    siteName: 'Territoire 360',
    legalName: 'Territoire 360 inc.',
    postalAddress: '100, rue du Quai, Percé',
  },
  ...{ contactEmail: 'bonjour@exemple.test', contactPhone: '', from: 'studio@exemple.test' },
  siteUrl: 'https://visites.example.ca',
};

/** A provider whose first message meets an error of our own. */
function failingOnce(sameKeyIsSafe: boolean): Transport {
  let calls = 0;
  return {
    ...{ name: sameKeyIsSafe ? 'resend' : 'smtp', sameKeyIsSafe, pace: 0, workers: 1 },
    send: async () => {
      if (++calls === 1) throw new TypeError('Invalid character in header');
      return { kind: 'accepted', providerId: null };
    },
  };
}

test.each([
  [true, 'retry'],
  [false, 'unknown'],
])(
  'an unexpected error of one (same key safe: %s) · « %s » for it, the next one leaves',
  async (safe, outcome) => {
    emails.notifications.waiting = [waitingNotification(1), waitingNotification(2)];
    const counts = await sendDueNotifications({
      ...{ dependencies: harness.dependencies, requestId: 'r1', transport: failingOnce(safe), identity },
      deadline: harness.dependencies.clock.now() + 10_000,
    });
    expect(counts).toEqual({ [outcome]: 1, accepted: 1 });
    expect(emails.notifications.finished).toMatchObject([{ outcome }, { outcome: 'accepted' }]);
    expect(harness.logs[0]).toMatchObject({ code: 'notification_unexpected' });
  },
);
