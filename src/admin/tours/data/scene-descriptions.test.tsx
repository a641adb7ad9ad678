import { draftScene } from '@tests/draft-scenes';
import { backend, offline } from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DraftScene } from './panorama-tour.schema';

const { describeEach, describedScenes, hasNoSeeingModel } = await import('./scene-descriptions');
type DescriptionRun = Parameters<typeof describeEach>[0];

const scene = (id: string, change: Partial<DraftScene> = {}) =>
  draftScene(id, { name: 'Parvis', alt: 'Une place dallée.', ...change });
const proposalOf = (id: string) => ({ id, name: 'Quai de bois', alt: 'Un quai devant le fleuve.' });

describe('a run of proposals', () => {
  type Sent = {
    tourId: string;
    scenes: { id: string; name: string; picture: string }[];
    otherNames: string[];
  };
  const sent = () => backend.sent('POST', '/functions/v1/describe-scenes').map(({ body }) => body as Sent);
  const idsOf = ({ scenes }: Sent) => scenes.map(({ id }) => id).join('');
  const fail = (code: string, status = 502) => ({ status, body: { error: `En panne\u00a0: ${code}`, code } });
  const answering = (reply: (ids: string) => ReturnType<typeof fail> | undefined) => {
    backend.answer = ({ body }) => {
      const asked = body as Sent;
      return reply(idsOf(asked)) ?? { body: { scenes: asked.scenes.map(({ id }) => proposalOf(id)) } };
    };
  };
  const scenes = [...'abcde'].map((id, index) =>
    scene(id, { name: index < 2 ? `Lieu ${id}x` : '', alt: '' }),
  );
  const run = (change: Partial<DescriptionRun> = {}) => {
    const came: string[] = [];
    const progress: number[] = [];
    const left = describeEach(
      {
        tourId: 't',
        tour: { scenes },
        ids: [...'abcde'],
        signal: new AbortController().signal,
        onProposals: (proposals) => came.push(...proposals.map(({ id }) => id)),
        onProgress: (done) => progress.push(done),
        ...change,
      },
      async ({ id }) => `image-${id}`,
    );
    return { left, came, progress };
  };
  beforeEach(() => backend.reset());

  it('asks for three scenes a call, with the names known by then, and says how far it is', async () => {
    answering(() => undefined);
    const { left, came, progress } = run();
    expect(await left).toEqual([]);
    expect(came.join('')).toBe('abcde');
    expect(progress).toEqual([3, 5]);
    expect(sent()).toEqual([
      {
        tourId: 't',
        scenes: ['a', 'b', 'c'].map((id) => ({
          id,
          name: id === 'c' ? '' : `Lieu ${id}x`,
          picture: `image-${id}`,
        })),
        otherNames: [],
      },
      {
        tourId: 't',
        scenes: ['d', 'e'].map((id) => ({ id, name: '', picture: `image-${id}` })),
        otherNames: ['Lieu ax', 'Lieu bx', 'Quai de bois'],
      },
    ]);
  });

  it.each(['llm_invalid_answer', 'llm_pictures_refused', 'llm_truncated'])(
    'asks for each scene alone after « %s », and leaves the one that fails',
    async (code) => {
      answering((ids) => (ids.includes('b') ? fail(code) : undefined));
      const { left, came, progress } = run();
      expect(await left).toEqual(['b']);
      expect(came.join('')).toBe('acde');
      expect(sent().map(idsOf)).toEqual(['abc', 'a', 'b', 'c', 'de']);
      expect(progress).toEqual([1, 2, 3, 5]);
    },
  );

  it('asks a slow model for one scene at a time, and stops when that is too much', async () => {
    answering((ids) => (ids.length > 1 || ids === 'b' ? fail('llm_timeout', 504) : undefined));
    const { left, came } = run();
    await expect(left).rejects.toThrow('llm_timeout');
    expect(came).toEqual(['a']);
  });

  it.each(['setting_missing', 'llm_blind', 'too_many_calls', 'llm_key_refused'])(
    'ends at « %s », which other scenes would meet too',
    async (code) => {
      answering(() => fail(code, 503));
      const error = await run().left.catch((reason: unknown) => reason);
      expect(sent()).toHaveLength(1);
      expect(hasNoSeeingModel(error)).toBe(['setting_missing', 'llm_blind'].includes(code));
    },
  );

  it('counts a scene that the model did not see as left', async () => {
    backend.answer = () => ({ body: { scenes: [proposalOf('c'), proposalOf('intruse')] } });
    const { left, came } = run({ ids: ['c', 'd'] });
    expect(await left).toEqual(['d']);
    expect(came).toEqual(['c']);
  });

  it('keeps what came when it is stopped or the line is cut', async () => {
    answering(() => undefined);
    const stopping = new AbortController();
    const { left, came } = run({ signal: stopping.signal, onProgress: () => stopping.abort() });
    await expect(left).rejects.toMatchObject({ name: 'AbortError' });
    expect(came.join('')).toBe('abc');
    backend.answer = offline;
    await expect(run().left).rejects.toThrow(/Vérifiez votre connexion/);
  });
});

describe('what scenes say of a tour', () => {
  const { signal } = new AbortController();
  const ask = (scenes: DraftScene[]) => {
    backend.answer = () => ({ body: { document: { scenes } } });
    return describedScenes('t', signal, async ({ id }) => {
      if (id === 'perdue') throw new Error('perdue');
      return `image-${id}`;
    });
  };

  it('is what a person wrote or read, and pictures of four of the others', async () => {
    const unread = [...'bcdef'].map((id) => scene(id, { name: `IMG ${id}1`, alt: '' }));
    const proposed = scene('g', { name: 'Salle', proposedTexts: ['alt'] });
    expect(await ask([scene('a'), scene('perdue', { name: '', alt: '' }), ...unread, proposed])).toEqual({
      scenes: [
        { name: 'Parvis', alt: 'Une place dallée.' },
        { name: 'Salle', alt: '' },
      ],
      pictures: ['image-b', 'image-c', 'image-d'],
    });
    expect(await ask([scene('a')])).toEqual({ scenes: [{ name: 'Parvis', alt: 'Une place dallée.' }] });
  });

  it('is nothing for a tour without scenes, or when they cannot be read', async () => {
    expect(await ask([])).toEqual({});
    backend.answer = () => ({ body: null });
    expect(await describedScenes('t', signal)).toEqual({});
    backend.answer = offline;
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(await describedScenes('t', signal)).toEqual({});
  });
});
