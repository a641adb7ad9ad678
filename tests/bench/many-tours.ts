import type { StackInfo } from '../support/stack.ts';

const PICTURES = ['phare-de-metis', 'fjord-du-saguenay', 'lac-archambault', 'vieux-terrebonne'];

/** Publishes tours with the secret key, each with one of the stack's tags. */
export async function insertTours({ apiUrl, secretKey }: StackInfo, count: number): Promise<void> {
  const call = async (path: string, body?: unknown) => {
    const answer = await fetch(`${apiUrl}/rest/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { apikey: secretKey, 'content-type': 'application/json', prefer: 'return=representation' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: string }[];
  };
  const tags = await call('tags?select=id');
  for (let from = 0; from < count; from += 500) {
    const rows = Array.from({ length: Math.min(500, count - from) }, (_, index) => ({
      title: `Visite d’essai ${from + index + 1}`,
      slug: `visite-d-essai-${from + index + 1}`,
      description: `Un village au bord de l’eau, son église, son quai et ses rues, photographiés à 360° en été. Relevé ${from + index + 1}.`,
      location: `Saint-Éloi-${from + index + 1}, Bas-Saint-Laurent`,
      url: `https://visites.example/${from + index + 1}`,
      image_url: `/images/tours/${PICTURES[index % PICTURES.length]}.jpg`,
      status: 'published',
    }));
    const made = await call('virtual_tours?select=id', rows);
    await call(
      'virtual_tour_tags',
      made.map(({ id }, index) => ({ tour_id: id, tag_id: tags[index % tags.length]?.id })),
    );
  }
}
