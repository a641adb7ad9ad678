import { api, apiAsAdmin } from '../../support/api.ts';
import { mailHolding } from '../studio.ts';
import { mark, openToday, type Task } from './task.ts';
import { words } from './words.ts';

/** Creates a segment of two contacts in a region of its own, and returns its name and an address. */
async function newSegment(): Promise<{ name: string; email: string }> {
  const region = `Région ${mark()}`;
  const people = ['Anne', 'Luc'].map((name) => ({
    ...{
      name,
      company: `Entreprise ${mark()}`,
      city: 'Alma',
      region,
      sector: 'hôtellerie',
      status: 'nouveau',
    },
    email: `${mark()}@campagne.example`,
  }));
  const rows = await api<{ id: string; email: string }>('contacts', 'POST', people);
  for (const { id, email } of rows) {
    await api('consent_events', 'POST', {
      ...{
        contact_id: id,
        email,
        occurred_at: new Date().toISOString(),
        basis: 'express',
        evidence: 'Formulaire du salon',
      },
    });
  }
  const name = `Segment ${mark()}`;
  const { status, body } = await apiAsAdmin('contact_segments', 'POST', {
    ...{ name, definition: { region: [region] } },
  });
  if (status >= 300) throw new Error(`contact_segments: ${status} ${JSON.stringify(body)}`);
  return { name, email: people[0]?.email ?? '' };
}

export const campaign: Task = {
  number: 5,
  title: 'Une campagne à un segment',
  begins: 'Le dashboard; le segment et le template sont là.',
  most: 9,
  run: async (hand, studio) => {
    const { name, email } = await newSegment();
    const [template] = await api<{ name: string }>('email_templates?select=name&order=created_at&limit=1');
    await openToday(hand, studio);
    await hand.press(words.newCampaign, words.actions);
    await hand.fill(words.campaignName, `Aux hôtels ${name}`);
    await hand.choose(words.template, template?.name ?? '');
    await hand.choose(words.segment, name);
    await hand.sees('2 correspondent, 2 joignables');
    await hand.press(words.createCampaign);
    await hand.press(words.send);
    await hand.sees('Campagne créée avec 2 emails');
    await mailHolding(email, /./);
  },
};
