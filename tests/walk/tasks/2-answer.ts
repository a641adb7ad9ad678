import { api } from '../../support/api.ts';
import { mailHolding } from '../studio.ts';
import { mark, openToday, type Task } from './task.ts';
import { words } from './words.ts';

/** Sends a request through the site's form; returns its organisation and address. */
export async function leaveRequest(): Promise<{ organisation: string; email: string }> {
  const organisation = `Ville de Rivière-${mark()}`;
  const email = `${mark()}@demande.example`;
  await api('quote_requests', 'POST', {
    ...{ organization_name: organisation, contact_name: 'Ève Côté', email, organization_type: 'ville' },
    ...{ service_type: 'street-view', message: 'Nous voulons montrer nos rues.', phone: '418 555-0123' },
  });
  return { organisation, email };
}

export const answer: Task = {
  number: 2,
  title: 'Répondre à une demande',
  begins: 'Le dashboard; une demande vient d’arriver.',
  most: 4,
  run: async (hand, studio) => {
    const { organisation, email } = await leaveRequest();
    await openToday(hand, studio);
    await hand.press(words.answerTo(organisation));
    await hand.fill(words.answer, 'Bonjour, nous vous appelons demain matin.');
    await hand.press(words.send);
    await hand.sees('Envoyé', 60_000);
    await mailHolding(email, /nous vous appelons demain/);
  },
};
