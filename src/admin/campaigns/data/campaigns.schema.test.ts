import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CampaignValues,
  campaignSchema,
  emptyCampaign,
  SAME_TEXT,
  scheduleSchema,
  sendInstant,
} from './campaigns.schema';

/** Returns the first message of each refused field. */
function problems(change: Partial<CampaignValues>): Record<string, string> {
  const result = campaignSchema.safeParse({
    ...emptyCampaign,
    name: 'Rentrée',
    template_id: 't',
    contact_ids: ['c'],
    ...change,
  });
  return Object.fromEntries(
    (result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-02-01T12:00:00Z') });
  return () => vi.useRealTimers();
});

const step = (change: object = {}) => ({
  days: '7',
  template_id: '',
  subject: 'Suite',
  body: 'Rebonjour',
  ...change,
});
const wrongDelays = Object.fromEntries(
  [0, 1, 2, 4].map((index) => [
    `steps.${index}.days`,
    'Le délai doit être un nombre de 1 à 30 jours ouvrables',
  ]),
);

describe('campaignSchema', () => {
  it('has the defaults of the specification', () => {
    expect(emptyCampaign).toMatchObject({
      send_now: true,
      steps: [],
      from_email: 'onboarding@resend.dev',
    });
    expect(problems({})).toEqual({});
  });
  it.each([
    [{ name: '  ' }, { name: 'Le nom est requis' }],
    [
      { contact_ids: Array.from({ length: 10_001 }, String) },
      { contact_ids: 'Une campagne compte au plus 10\u00a0000 contacts' },
    ],
    [{ name: 'x'.repeat(101) }, { name: 'Le nom ne peut pas dépasser 100 caractères' }],
    [{ template_id: '' }, { template_id: 'Le template est requis' }],
    [{ contact_ids: [] }, { contact_ids: 'Sélectionnez au moins un contact' }],
    [{ from_email: '' }, { from_email: 'Email invalide' }],
    [{ from_email: 'studio' }, { from_email: 'Email invalide' }],
    [
      { steps: ['0', '31', '2,5', '30', ''].map((days) => step({ days, body: `Délai ${days}` })) },
      wrongDelays,
    ],
    [
      { steps: ['a', 'b', 'c', 'd', 'e', 'f'].map((body) => step({ body })) },
      { steps: 'Une campagne compte au plus 5 relances' },
    ],
    [
      { steps: [step({ subject: ' ', body: '' })] },
      { 'steps.0.subject': 'Le sujet est requis', 'steps.0.body': 'Le corps du message est requis' },
    ],
    [{ steps: [step({ body: '{prenom}' })] }, { 'steps.0.body': 'Variable inconnue\u00a0: {prenom}' }],
    [{ steps: [step(), step()] }, { 'steps.1.body': SAME_TEXT }],
    [{ ground: 'award' }, { reference: 'La référence est requise' }],
    [
      { contact_ids: Array(10_001).fill('c') },
      { contact_ids: 'Une campagne compte au plus 10\u00a0000 contacts' },
    ],
    // A hidden field is not checked.
    [{ send_now: true, send_day: 'x' }, {}],
    [
      { send_now: false },
      { send_day: 'La date d’envoi est requise', send_time: 'L’heure d’envoi est requise' },
    ],
    [
      { send_now: false, send_day: '2026-02-01', send_time: '06:59' },
      { send_day: 'La date d’envoi doit être dans le futur' },
    ],
    [{ send_now: false, send_day: '2026-02-01', send_time: '07:01' }, {}],
  ])('%j: %j', (change, expected) => {
    expect(problems(change)).toEqual(expected);
  });
  it('says everything that lacks at once', () => {
    expect(
      Object.keys(problems({ name: '', template_id: '', contact_ids: [], send_now: false })).sort(),
    ).toEqual(['contact_ids', 'name', 'send_day', 'send_time', 'template_id']);
  });
});

describe('the clocks of Québec', () => {
  it.each(['2026-03-08', '2027-03-14'])('refuse 2:30 of %s, which they skip', (send_day) => {
    const { error } = scheduleSchema.safeParse({ send_day, send_time: '02:30' });
    expect(error?.issues).toMatchObject([
      {
        path: ['send_time'],
        message: 'Cette heure n’existe pas ce jour-là\u00a0: les horloges avancent de 2\u00a0h à 3\u00a0h.',
      },
    ]);
    expect(scheduleSchema.safeParse({ send_day, send_time: '03:00' }).success).toBe(true);
  });
  it('take the first of the two 1:30 of 2026-11-01', () => {
    const schedule = { send_day: '2026-11-01', send_time: '01:30' };
    expect(scheduleSchema.safeParse(schedule).success).toBe(true);
    expect(sendInstant(schedule)?.toISOString()).toBe('2026-11-01T05:30:00.000Z');
  });
});
