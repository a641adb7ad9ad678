import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, testDependencies } from '../_testing/call.ts';
import {
  type FakeLanguageModel,
  fails,
  hangs,
  type ModelReply,
  says,
  startFakeLanguageModel,
} from '../_testing/fake-language-model.ts';
import {
  adminToken,
  type FakeSupabase,
  publishableKey,
  startFakeSupabase,
} from '../_testing/fake-supabase.ts';
import { handler } from './handler.ts';

const tour = { title: 'Le fjord en hiver', location: 'Saguenay' };
const good = 'Parcourez le fjord en hiver, au rythme de vos pas.';
const goodJson = JSON.stringify({ description: good });
let supabase: FakeSupabase;
let model: FakeLanguageModel;
let dependencies: ReturnType<typeof testDependencies>;

function useEnv(changes: Record<string, string | undefined> = {}) {
  dependencies = testDependencies({
    SUPABASE_URL: supabase.url,
    SUPABASE_ANON_KEY: publishableKey,
    LLM_BASE_URL: `${model.url}/v1`,
    LLM_API_KEY: 'sk-secret-key',
    LLM_MODEL: 'petit-modele',
    ...changes,
  });
}

beforeAll(async () => {
  supabase = await startFakeSupabase();
  model = await startFakeLanguageModel();
});
afterAll(() => Promise.all([supabase.close(), model.close()]));
beforeEach(() => {
  supabase.reset();
  model.reset(says(goodJson));
  useEnv();
});

const generate = (body: unknown = tour, options = {}) =>
  call(handler, dependencies, body, { token: adminToken, ...options });
const formats = () => model.calls.map(({ body }) => body.response_format?.type ?? 'text');

describe('a description', () => {
  test('comes back alone, and the provider got only the four common fields', async () => {
    const answer = await generate({ ...tour, model: 'cher', messages: ['x'] });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ description: good });

    const [sent, ...others] = model.calls;
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
    useEnv({ LLM_BASE_URL: `${model.url}/v1beta/openai${end}` });
    await generate();
    expect(model.calls[0]?.path).toBe('/v1beta/openai/chat/completions');
  });

  test.each([undefined, null, '', '   '])('the place may be %s', async (location) => {
    expect(await generate({ title: 'Le fjord', location })).toMatchObject({ status: 200 });
    expect(JSON.parse(model.calls[0]?.body.messages[1]?.content ?? '')).toEqual({
      titre: 'Le fjord',
      lieu: null,
    });
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
      expect(model.calls).toEqual([]);
    },
  );

  test('the limits of the form hold: 200 passes, 201 does not', async () => {
    expect(await generate({ title: 'a'.repeat(200), location: 'b'.repeat(200) })).toMatchObject({
      status: 200,
    });
    expect(await generate({ title: 'a'.repeat(201) })).toMatchObject({ status: 400 });
    expect(await generate({ title: 'a', location: 'b'.repeat(201) })).toMatchObject({ status: 400 });
    expect(model.calls).toHaveLength(1);
  });
});

describe('the settings', () => {
  test.each([
    ['LLM_BASE_URL', { LLM_BASE_URL: undefined }],
    ['LLM_BASE_URL', { LLM_BASE_URL: 'file:///etc/passwd' }],
    ['LLM_MODEL', { LLM_MODEL: ' ' }],
    ['LLM_API_KEY', { LLM_BASE_URL: 'https://llm.example/v1', LLM_API_KEY: undefined }],
    ['LLM_API_KEY', { LLM_BASE_URL: 'http://127.0.0.1.example/v1', LLM_API_KEY: undefined }],
  ])('without %s the answer names it and no call is made', async (name, changes) => {
    useEnv(changes);
    const outside = vi.spyOn(dependencies, 'fetch');
    const answer = await generate();
    expect(answer).toMatchObject({ status: 503, body: { code: 'setting_missing' } });
    expect(answer.body.error).toContain(name);
    expect(outside.mock.calls.filter(([url]) => !url.startsWith(supabase.url))).toEqual([]);
    expect(model.calls).toEqual([]);
  });

  test('all that is missing is named at once', async () => {
    useEnv({ LLM_BASE_URL: '', LLM_API_KEY: '', LLM_MODEL: '' });
    const { body } = await generate();
    expect(body.error).toContain('LLM_BASE_URL, LLM_MODEL, LLM_API_KEY');
  });

  test('a model on this machine needs no key, and none is sent', async () => {
    useEnv({ LLM_API_KEY: undefined });
    expect(await generate()).toMatchObject({ status: 200 });
    expect(model.calls[0]?.authorization).toBeUndefined();
  });
});

describe('a provider that does not take the strict schema', () => {
  test('is asked again for a JSON object, then by words alone', async () => {
    model.reset(fails(400), fails(400), says(goodJson));
    expect(await generate()).toMatchObject({ status: 200, body: { description: good } });
    expect(formats()).toEqual(['json_schema', 'json_object', 'text']);
  });

  test('is asked three times at most', async () => {
    model.reset(fails(400));
    expect(await generate()).toMatchObject({ status: 502, body: { code: 'llm_rejected' } });
    expect(model.calls).toHaveLength(3);
  });

  test('keeps the accepted form for the correction', async () => {
    model.reset(fails(400), says('rien'), says(goodJson));
    expect(await generate()).toMatchObject({ status: 200 });
    expect(formats()).toEqual(['json_schema', 'json_object', 'json_object']);
  });

  test.each([401, 404, 422, 429, 500])('status %i is no reason to ask again', async (status) => {
    model.reset(fails(status));
    await generate();
    expect(model.calls).toHaveLength(1);
  });
});

describe('an answer that cannot be used', () => {
  test.each([
    ['words instead of JSON', 'Bien sûr ! Voici une belle description.'],
    ['another object', '{"texte":"Bonjour"}'],
    ['an empty description', '{"description":"  "}'],
    ['a description of 2 001 characters', JSON.stringify({ description: 'a'.repeat(2_001) })],
    ['a web address', '{"description":"Voyez https://exemple.test"}'],
    ['a site name', '{"description":"Voyez saguenay.ca pour tout savoir."}'],
    ['an e-mail', '{"description":"Écrivez à info@ville.test"}'],
    ['a telephone number', '{"description":"Appelez au 418 555-1234"}'],
    ['nothing at all', null],
  ])('%s goes back once with what is wrong', async (_, content) => {
    model.reset(says(content), says(goodJson));
    expect(await generate()).toMatchObject({ status: 200, body: { description: good } });
    expect(model.calls).toHaveLength(2);
    const repair = model.calls[1]?.body.messages ?? [];
    expect(repair.at(-1)).toMatchObject({
      role: 'user',
      content: expect.stringContaining("n'est pas acceptée"),
    });
    if (content) expect(repair.at(-2)).toEqual({ role: 'assistant', content });
  });

  test('the limits of the form hold for what comes back: 2 000 characters, years and counts pass', async () => {
    const description = 'Depuis 1908, trois quais. '.repeat(100).slice(0, 2_000);
    model.reset(says(JSON.stringify({ description: description.trim() })));
    expect(await generate()).toMatchObject({ status: 200 });
    expect(model.calls).toHaveLength(1);
  });

  test('the correction quotes the rule that was broken', async () => {
    model.reset(says('{"description":"info@ville.test"}'), says(goodJson));
    await generate();
    expect(model.calls[1]?.body.messages.at(-1)?.content).toContain('ni courriel');
  });

  test('after one correction it is an error, not a third call', async () => {
    model.reset(says('rien'), says('toujours rien'));
    const answer = await generate();
    expect(answer).toMatchObject({ status: 502, body: { code: 'llm_invalid_answer' } });
    expect(model.calls).toHaveLength(2);
  });

  test('a code fence around the object does no harm', async () => {
    model.reset(says(`\`\`\`json\n${goodJson}\n\`\`\``));
    expect(await generate()).toMatchObject({ status: 200, body: { description: good } });
    expect(model.calls).toHaveLength(1);
  });
});

describe('each failure of the provider has its French message', () => {
  const raw =
    (text: string): ModelReply =>
    (response) =>
      response.end(text);
  test.each<[string, ModelReply, number, string, RegExp]>([
    ['a refused key', fails(401), 503, 'llm_key_refused', /refuse la clé \(LLM_API_KEY\)/],
    ['a forbidden key', fails(403), 503, 'llm_key_refused', /refuse la clé \(LLM_API_KEY\)/],
    ['an unknown model', fails(404), 503, 'llm_not_found', /LLM_MODEL/],
    ['too many requests', fails(429), 429, 'llm_rate_limited', /limite les demandes/],
    ['an outage', fails(500), 502, 'llm_unavailable', /en panne/],
    ['an overload', fails(503), 502, 'llm_unavailable', /surchargé/],
    ['a rejection', fails(422), 502, 'llm_rejected', /refuse la demande/],
    [
      'a cut answer',
      says('{"description":"Parc', { finish_reason: 'length' }),
      502,
      'llm_truncated',
      /coupée/,
    ],
    ['a refusal', says(null, {}, { refusal: 'I cannot' }), 502, 'llm_refused', /refusé de répondre/],
    ['a filter', says('', { finish_reason: 'content_filter' }), 502, 'llm_refused', /refusé de répondre/],
    ['a page instead of JSON', raw('<html>'), 502, 'llm_unreadable', /illisible/],
    ['no choice', raw('{"choices":[]}'), 502, 'llm_unreadable', /illisible/],
    ['a flood', raw('a'.repeat(1024 * 1024 + 1)), 502, 'llm_unreadable', /illisible/],
    ['a cut connection', (response) => response.destroy(), 502, 'llm_unreachable', /injoignable/],
  ])('%s', async (_, reply, status, code, message) => {
    model.reset(reply);
    const answer = await generate();
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error: expect.stringMatching(message), code });
    expect(model.calls).toHaveLength(1);
  });

  test('silence meets the time limit', async () => {
    model.reset(hangs);
    dependencies.shortenTimeouts(150);
    expect(await generate()).toMatchObject({
      status: 504,
      body: { code: 'llm_timeout', error: expect.stringContaining('trop de temps') },
    });
  });

  test('a redirect is not followed: the key would go along', async () => {
    const other = await startFakeLanguageModel();
    other.reset(says(goodJson));
    model.reset((response) =>
      response.writeHead(307, { location: `${other.url}/v1/chat/completions` }).end(),
    );
    expect(await generate()).toMatchObject({ status: 502, body: { code: 'llm_rejected' } });
    expect(other.calls).toEqual([]);
    await other.close();
  });

  test('the person who leaves takes the call to the provider along', async () => {
    model.reset(hangs);
    const leaving = new AbortController();
    const pending = generate(tour, { signal: leaving.signal });
    await vi.waitFor(() => expect(model.calls).toHaveLength(1));
    leaving.abort();
    expect(await pending).toMatchObject({ status: 400, body: { code: 'llm_aborted' } });
    await vi.waitFor(() => expect(model.abandoned).toBe(1));
  });

  test('the key shows neither in an answer nor in the log, even if the provider repeats it', async () => {
    model.reset(fails(401, 'Incorrect API key provided: sk-secret-key'));
    const answer = await generate();
    expect(JSON.stringify(answer.body)).not.toContain('sk-secret-key');
    expect(dependencies.logs).toMatchObject([
      { code: 'llm_key_refused', detail: expect.stringContaining('•••') },
    ]);
    expect(JSON.stringify(dependencies.logs)).not.toContain('sk-secret-key');
  });

  test.each(['sk-hidden\nx', 'sk-hidden-🔑', 'sk hidden'])(
    'the key %j cannot be a header: the variable is named, its value is not shown',
    async (key) => {
      useEnv({ LLM_API_KEY: key });
      const answer = await generate();
      expect(answer).toMatchObject({ status: 503, body: { code: 'setting_missing' } });
      expect(answer.body.error).toContain('LLM_API_KEY (caractères non permis)');
      expect(JSON.stringify([answer.body, dependencies.logs])).not.toContain('hidden');
      expect(model.calls).toEqual([]);
    },
  );
});
