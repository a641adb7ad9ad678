import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prepareHarness } from '../_testing/harness.ts';
import { sendJson, startServer, type TestServer } from '../_testing/http-server.ts';
import { handler } from './handler.ts';

const surveyId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const harness = prepareHarness();
/** A Panoramax, as far as uploads go. */
let panoramax: TestServer;
let requests: { path: string; token: string | undefined; form: FormData | undefined; text: string }[];
let status: number;
let pictures: object[];
let isPublished: boolean;

const picture = (index: number, more: object = {}) => ({
  ...{
    id: `6f9619ff-8b86-4d01-b42d-00cf4fc96${String(index).padStart(3, '0')}`,
    published_file: `a/${index}.jpg`,
  },
  ...{ taken_at: '2026-04-20T14:00:00.25+00:00', lat: 48.4479, lon: -68.5239, heading: 322.5, ...more },
});

beforeAll(async () => {
  panoramax = await startServer(async (request, response, body) => {
    const type = request.headers['content-type'] ?? '';
    const form = type.startsWith('multipart/')
      ? await new Response(body, { headers: { 'content-type': type } }).formData()
      : undefined;
    const { url: path = '', headers } = request;
    requests.push({ path, token: headers.authorization, form, text: form ? '' : body });
    sendJson(response, status, { id: 'collection-1' });
  });
});
afterAll(() => panoramax.close());

beforeEach(() => {
  [requests, status, isPublished] = [[], 200, true];
  pictures = [1, 2, 3, 4, 5, 6].map((index) => picture(index));
  harness.setEnv({ PANORAMAX_URL: `${panoramax.url}/`, PANORAMAX_TOKEN: 'jeton' });
  harness.supabase.data = (url) => {
    if (url.startsWith('/rest/v1/surveys')) return isPublished ? [{ name: 'Rue des Érables' }] : [];
    if (!url.startsWith('/rest/v1/survey_pictures')) return undefined;
    const parameters = new URL(url, 'http://x').searchParams;
    const from = Number(parameters.get('offset'));
    return pictures.slice(from, from + Number(parameters.get('limit')));
  };
  const real = harness.dependencies.fetch;
  harness.dependencies.fetch = (url, init) =>
    url.includes('/storage/v1/object/survey-public/')
      ? Promise.resolve(new Response('image'))
      : real(url, init);
});

const call = (more: object = {}) => harness.call(handler, { surveyId, from: 0, ...more });

test('the published pictures go a few at a time, each with its place, time and heading', async () => {
  expect(await call()).toMatchObject({
    status: 200,
    body: { collection: 'collection-1', sent: 4, hasMore: true },
  });
  expect(requests.map(({ path, token }) => [path, token])).toEqual([
    ['/api/collections', 'Bearer jeton'],
    ...Array(4).fill(['/api/collections/collection-1/items', 'Bearer jeton']),
  ]);
  expect(JSON.parse(requests[0]?.text ?? '')).toEqual({ title: 'Rue des Érables' });
  const form = requests[1]?.form;
  expect(Object.fromEntries([...(form ?? [])].filter(([name]) => name !== 'picture'))).toEqual({
    ...{ position: '1', isBlurred: 'true', override_latitude: '48.4479', override_longitude: '-68.5239' },
    override_capture_time: '2026-04-20T14:00:00.250Z',
    'override_Exif.GPSInfo.GPSImgDirection': '322.5',
    'override_Xmp.GPano.ProjectionType': 'equirectangular',
  });
  expect(await new Response(form?.get('picture')).text()).toBe('image');

  requests = [];
  expect(await call({ from: 4, collection: 'collection-1' })).toMatchObject({
    body: { sent: 2, hasMore: false },
  });
  expect(requests.map(({ form: one }) => one?.get('position'))).toEqual(['5', '6']);
});

describe('what stops it is said in French', () => {
  test('nothing is sent of a survey that is not published', async () => {
    isPublished = false;
    expect(await call()).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/Publiez d’abord/) },
    });
    expect(requests).toEqual([]);
  });

  test.each([
    [401, /jeton du studio/],
    [500, /réponse 500/],
  ])('the instance answers %s', async (answer, words) => {
    status = answer;
    expect(await call()).toMatchObject({ status: 502, body: { error: expect.stringMatching(words) } });
  });

  test('no setting, or an address that is not over TLS', async () => {
    harness.setEnv({ PANORAMAX_TOKEN: undefined });
    expect(await call()).toMatchObject({
      status: 503,
      body: { error: expect.stringMatching(/PANORAMAX_TOKEN/) },
    });
    harness.setEnv({ PANORAMAX_TOKEN: 'jeton', PANORAMAX_URL: 'http://panoramax.exemple.test' });
    expect(await call()).toMatchObject({ status: 503, body: { error: expect.stringMatching(/inexacte/) } });
    expect(requests).toEqual([]);
  });

  test('a collection of somebody else’s making is no path', async () => {
    expect(await call({ collection: '../users/me' })).toMatchObject({ status: 400 });
  });
});
