import { describe, expect, test, vi } from 'vitest';
import {
  completionReply,
  errorReply,
  type ModelReply,
  noReply,
  startFakeLanguageModel,
} from '../_testing/fake-language-model.ts';
import { type CallOptions, prepareHarness } from '../_testing/harness.ts';
import { handler } from './handler.ts';

const harness = prepareHarness();
const tour = { title: 'Le fjord en hiver', location: 'Saguenay' };
const goodDescription = 'Parcourez le fjord en hiver, au rythme de vos pas.';
const goodJson = JSON.stringify({ description: goodDescription });
const generate = (body: unknown = tour, options: CallOptions = {}) => harness.call(handler, body, options);
const formats = () => harness.model.calls.map(({ body }) => body.response_format?.type ?? 'text');

describe('a provider that does not take the strict schema', () => {
  test('is asked again for a JSON object, then for plain text', async () => {
    harness.model.reset(errorReply(400), errorReply(400), completionReply(goodJson));
    expect(await generate()).toMatchObject({ status: 200, body: { description: goodDescription } });
    expect(formats()).toEqual(['json_schema', 'json_object', 'text']);
  });

  test('is asked three times at most', async () => {
    harness.model.reset(errorReply(400));
    expect(await generate()).toMatchObject({ status: 502, body: { code: 'llm_rejected' } });
    expect(harness.model.calls).toHaveLength(3);
  });

  test('keeps the accepted form for the correction', async () => {
    harness.model.reset(errorReply(400), completionReply('rien'), completionReply(goodJson));
    expect(await generate()).toMatchObject({ status: 200 });
    expect(formats()).toEqual(['json_schema', 'json_object', 'json_object']);
  });

  test.each([401, 404, 422, 429, 500])('status %i: no other format is tried', async (status) => {
    harness.model.reset(errorReply(status));
    await generate();
    expect(harness.model.calls).toHaveLength(1);
  });
});

describe('an invalid answer', () => {
  test('of half a million characters is refused at once', async () => {
    harness.model.reset(
      completionReply(JSON.stringify({ description: 'a-'.repeat(250_000) })),
      completionReply(goodJson),
    );
    const started = performance.now();
    expect(await generate()).toMatchObject({ status: 200, body: { description: goodDescription } });
    expect(performance.now() - started).toBeLessThan(5_000);
  });

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
    harness.model.reset(completionReply(content), completionReply(goodJson));
    expect(await generate()).toMatchObject({ status: 200, body: { description: goodDescription } });
    expect(harness.model.calls).toHaveLength(2);
    const repair = harness.model.calls[1]?.body.messages ?? [];
    expect(repair.at(-1)).toMatchObject({
      role: 'user',
      content: expect.stringContaining("n'est pas acceptée"),
    });
    // An empty assistant message is refused by some providers.
    expect(repair.every((message) => message.content !== '')).toBe(true);
    if (content) expect(repair.at(-2)).toEqual({ role: 'assistant', content });
  });

  test('the limits of the form hold for what comes back: 2 000 characters, years and counts pass', async () => {
    const description = 'Depuis 1908, trois quais. '.repeat(100).slice(0, 2_000);
    harness.model.reset(completionReply(JSON.stringify({ description: description.trim() })));
    expect(await generate()).toMatchObject({ status: 200 });
    expect(harness.model.calls).toHaveLength(1);
  });

  test('the correction quotes the rule that was broken', async () => {
    harness.model.reset(completionReply('{"description":"info@ville.test"}'), completionReply(goodJson));
    await generate();
    expect(harness.model.calls[1]?.body.messages.at(-1)?.content).toContain('ni courriel');
  });

  test('after one correction an error, not a third call', async () => {
    harness.model.reset(completionReply('rien'), completionReply('toujours rien'));
    const answer = await generate();
    expect(answer).toMatchObject({ status: 502, body: { code: 'llm_invalid_answer' } });
    expect(harness.model.calls).toHaveLength(2);
  });

  test('a code fence around the object is removed', async () => {
    harness.model.reset(completionReply(`\`\`\`json\n${goodJson}\n\`\`\``));
    expect(await generate()).toMatchObject({ status: 200, body: { description: goodDescription } });
    expect(harness.model.calls).toHaveLength(1);
  });
});

describe('each failure of the provider has its French message', () => {
  const raw =
    (text: string): ModelReply =>
    (response) =>
      response.end(text);
  test.each<[string, ModelReply, number, string, RegExp]>([
    [
      'a refused key',
      errorReply(401),
      503,
      'llm_key_refused',
      /refuse la clé du studio\. Détails techniques\s: vérifiez LLM_API_KEY/,
    ],
    [
      'a forbidden key',
      errorReply(403),
      503,
      'llm_key_refused',
      /refuse la clé du studio\. Détails techniques\s: vérifiez LLM_API_KEY/,
    ],
    ['an unknown model', errorReply(404), 503, 'llm_not_found', /LLM_MODEL/],
    ['too many requests', errorReply(429), 429, 'llm_rate_limited', /limite les demandes/],
    ['an outage', errorReply(500), 502, 'llm_unavailable', /en panne/],
    ['an overload', errorReply(503), 502, 'llm_unavailable', /surchargé/],
    ['a rejection', errorReply(422), 502, 'llm_rejected', /refuse la demande/],
    [
      'a cut answer',
      completionReply('{"description":"Parc', { finish_reason: 'length' }),
      502,
      'llm_truncated',
      /coupée/,
    ],
    [
      'a refusal',
      completionReply(null, {}, { refusal: 'I cannot' }),
      502,
      'llm_refused',
      /refusé de répondre/,
    ],
    [
      'a filter',
      completionReply('', { finish_reason: 'content_filter' }),
      502,
      'llm_refused',
      /refusé de répondre/,
    ],
    ['a page instead of JSON', raw('<html>'), 502, 'llm_unreadable', /illisible/],
    ['no choice', raw('{"choices":[]}'), 502, 'llm_unreadable', /illisible/],
    ['a flood', raw('a'.repeat(1024 * 1024 + 1)), 502, 'llm_unreadable', /illisible/],
    ['a cut connection', (response) => response.destroy(), 502, 'llm_unreachable', /injoignable/],
  ])('%s', async (_, reply, status, code, message) => {
    harness.model.reset(reply);
    const answer = await generate();
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error: expect.stringMatching(message), code });
    expect(harness.model.calls).toHaveLength(1);
  });

  test('no answer: the timeout', async () => {
    harness.model.reset(noReply);
    harness.shortenTimeouts(150);
    expect(await generate()).toMatchObject({
      status: 504,
      body: { code: 'llm_timeout', error: expect.stringContaining('trop de temps') },
    });
  });

  test('a redirect is not followed: it would carry the key', async () => {
    const other = await startFakeLanguageModel();
    other.reset(completionReply(goodJson));
    harness.model.reset((response) =>
      response.writeHead(307, { location: `${other.url}/v1/chat/completions` }).end(),
    );
    expect(await generate()).toMatchObject({ status: 503, body: { code: 'llm_not_found' } });
    expect(other.calls).toEqual([]);
    await other.close();
  });

  test('a client that disconnects aborts the call to the provider', async () => {
    harness.model.reset(noReply);
    const client = new AbortController();
    const pending = generate(tour, { signal: client.signal });
    await vi.waitFor(() => expect(harness.model.calls).toHaveLength(1));
    client.abort();
    expect(await pending).toMatchObject({ status: 400, body: { code: 'llm_aborted' } });
    await vi.waitFor(() => expect(harness.model.abandoned).toBe(1));
  });

  test('the key is neither in an answer nor in the log, even if the provider repeats it', async () => {
    harness.model.reset(errorReply(401, 'Incorrect API key provided: sk-secret-key'));
    const answer = await generate();
    expect(JSON.stringify(answer.body)).not.toContain('sk-secret-key');
    expect(harness.logs).toMatchObject([{ code: 'llm_key_refused', detail: expect.stringContaining('•••') }]);
    expect(JSON.stringify(harness.logs)).not.toContain('sk-secret-key');
  });

  test.each(['sk-hidden\nx', 'sk-hidden-🔑', 'sk hidden'])(
    'the key %j cannot be a header: the variable is named, its value is not shown',
    async (key) => {
      harness.setEnv({ LLM_API_KEY: key });
      const answer = await generate();
      expect(answer).toMatchObject({ status: 503, body: { code: 'setting_missing' } });
      expect(answer.body.error).toContain('LLM_API_KEY (caractères non permis)');
      expect(JSON.stringify([answer.body, harness.logs])).not.toContain('hidden');
      expect(harness.model.calls).toEqual([]);
    },
  );
});
