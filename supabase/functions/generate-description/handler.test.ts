import { beforeEach, describe, expect, test, vi } from 'vitest';
import { completionReply, errorReply } from '../_testing/fake-language-model.ts';
import { type CallOptions, prepareHarness } from '../_testing/harness.ts';
import { handler } from './handler.ts';

const harness = prepareHarness();
const tour = { title: 'Le fjord en hiver', location: 'Saguenay' };
const goodDescription = 'Parcourez le fjord en hiver, au rythme de vos pas.';
const goodJson = JSON.stringify({ description: goodDescription });
const generate = (body: unknown = tour, options: CallOptions = {}) => harness.call(handler, body, options);
beforeEach(() => {
  harness.model.reset(completionReply(goodJson));
});

describe('a description', () => {
  test('is all that is returned, and the provider gets only the four common fields', async () => {
    const answer = await generate({ ...tour, model: 'cher', messages: ['x'] });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ description: goodDescription });

    const [sent, ...others] = harness.model.calls;
    expect(others).toEqual([]);
    expect(sent).toMatchObject({ path: '/v1/chat/completions', authorization: 'Bearer sk-secret-key' });
    expect(Object.keys(sent?.body ?? {}).sort()).toEqual([
      'max_tokens',
      'messages',
      'model',
      'response_format',
    ]);
    expect(sent?.body).toMatchObject({
      model: 'petit-modele',
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'description',
          strict: true,
          schema: {
            type: 'object',
            required: ['description'],
            additionalProperties: false,
            properties: { description: { type: 'string' } },
          },
        },
      },
    });
    const [system, user] = sent?.body.messages ?? [];
    expect(system?.content).toContain('"required":["description"]');
    expect(JSON.parse(user?.content ?? '')).toEqual({ titre: tour.title, lieu: tour.location });
  });

  test.each(['', '/', '//'])('the base address may end with « %s »', async (end) => {
    harness.setEnv({ LLM_BASE_URL: `${harness.model.url}/v1beta/openai${end}` });
    await generate();
    expect(harness.model.calls[0]?.path).toBe('/v1beta/openai/chat/completions');
  });

  test.each([undefined, null, '', '   '])('the place may be %s', async (location) => {
    expect(await generate({ title: 'Le fjord', location })).toMatchObject({ status: 200 });
    expect(JSON.parse(harness.model.calls[0]?.body.messages[1]?.content ?? '')).toEqual({
      titre: 'Le fjord',
      lieu: null,
    });
  });
});

describe('a tour made here', () => {
  const scenes = [{ name: 'Parvis', alt: 'Une place dallée.' }];
  const picture = '/9j/AAAA';
  const sent = () =>
    harness.model.calls.map((call) => {
      const [system, user] = call.body.messages;
      return {
        words: JSON.parse(user?.content ?? ''),
        pictures: user?.pictures?.length ?? 0,
        sources: /N'affirme que ce que (.*) permettent/.exec(system?.content ?? '')?.[1],
      };
    });
  const words = {
    titre: tour.title,
    lieu: tour.location,
    scenes: [{ nom: 'Parvis', description: 'Une place dallée.' }],
  };

  test('adds its scenes, and pictures of those without a text', async () => {
    expect(await generate({ ...tour, scenes })).toMatchObject({ status: 200 });
    expect(await generate({ ...tour, scenes, pictures: [picture, picture] })).toMatchObject({ status: 200 });
    expect(sent()).toEqual([
      { words, pictures: 0, sources: 'le titre, le lieu et les scènes' },
      { words, pictures: 2, sources: expect.stringContaining('les images') },
    ]);
  });

  test('is described by its words where the model does not see', async () => {
    harness.model.reset(errorReply(400, 'image_url is not supported'), completionReply(goodJson));
    expect(await generate({ ...tour, scenes, pictures: [picture] })).toMatchObject({
      status: 200,
      body: { description: goodDescription },
    });
    expect(sent().map(({ pictures }) => pictures)).toEqual([1, 0]);
    harness.model.reset(errorReply(500));
    expect(await generate({ ...tour, pictures: [picture] })).toMatchObject({ status: 502 });
    expect(harness.model.calls).toHaveLength(1);
  });

  test('has no other picture than small JPEG, at most four', async () => {
    for (const pictures of [['https://ailleurs.test/a.jpg'], Array(5).fill(picture)])
      expect(await generate({ ...tour, pictures })).toMatchObject({ status: 400 });
    expect(harness.model.calls).toEqual([]);
  });
});

describe('the body', () => {
  test.each([{}, { title: '' }, { title: '   ' }, { title: null }, { title: 12 }])(
    '%j lacks a title, and the provider is not called',
    async (body) => {
      expect(await generate(body)).toMatchObject({
        status: 400,
        body: { error: 'Veuillez entrer un titre avant de générer une description' },
      });
      expect(harness.model.calls).toEqual([]);
    },
  );

  test('the limits of the form hold: 200 passes, 201 does not', async () => {
    expect(await generate({ title: 'a'.repeat(200), location: 'b'.repeat(200) })).toMatchObject({
      status: 200,
    });
    expect(await generate({ title: 'a'.repeat(201) })).toMatchObject({ status: 400 });
    expect(await generate({ title: 'a', location: 'b'.repeat(201) })).toMatchObject({ status: 400 });
    expect(harness.model.calls).toHaveLength(1);
  });
});

describe('the settings', () => {
  test.each([
    ['LLM_BASE_URL', { LLM_BASE_URL: undefined }],
    ['LLM_BASE_URL', { LLM_BASE_URL: 'file:///etc/passwd' }],
    // Over http the key would be sent unencrypted.
    ['LLM_BASE_URL', { LLM_BASE_URL: 'http://llm.example/v1' }],
    ['LLM_MODEL', { LLM_MODEL: ' ' }],
    ['LLM_API_KEY', { LLM_BASE_URL: 'https://llm.example/v1', LLM_API_KEY: undefined }],
    ['LLM_API_KEY', { LLM_BASE_URL: 'http://127.0.0.1.example/v1', LLM_API_KEY: undefined }],
  ])('without %s the answer names it and no call is made', async (name, changes) => {
    harness.setEnv(changes);
    const outside = vi.spyOn(harness.dependencies, 'fetch');
    const answer = await generate();
    expect(answer).toMatchObject({ status: 503, body: { code: 'setting_missing' } });
    expect(answer.body.error).toContain(name);
    expect(outside.mock.calls.filter(([url]) => !url.startsWith(harness.supabase.url))).toEqual([]);
    expect(harness.model.calls).toEqual([]);
  });

  test('all missing settings are named at once', async () => {
    harness.setEnv({ LLM_BASE_URL: '', LLM_API_KEY: '', LLM_MODEL: '' });
    const { body } = await generate();
    expect(body.error).toContain('LLM_BASE_URL, LLM_MODEL, LLM_API_KEY');
  });

  test('a model on this machine needs no key, and none is sent', async () => {
    harness.setEnv({ LLM_API_KEY: undefined });
    expect(await generate()).toMatchObject({ status: 200 });
    expect(harness.model.calls[0]?.authorization).toBeUndefined();
  });
});
