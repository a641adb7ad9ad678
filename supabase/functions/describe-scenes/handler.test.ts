import { beforeEach, describe, expect, test } from 'vitest';
import { completionReply, errorReply, type ModelReply } from '../_testing/fake-language-model.ts';
import { prepareHarness } from '../_testing/harness.ts';
import { sendJson } from '../_testing/http-server.ts';
import { handler } from './handler.ts';

const harness = prepareHarness();
const tourId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70]);
const scene = (id: string, change: object = {}) => ({
  id,
  name: '',
  picture: jpeg.toString('base64'),
  ...change,
});
const body = { tourId, scenes: [scene('a', { name: 'IMG 0012' }), scene('b')], otherNames: ['Parvis'] };
const sceneTexts = (number: number, change: object = {}) => ({
  number,
  visible: true,
  name: `Salle ${number}`,
  alt: 'Des chaises de bois devant une estrade, de grandes fenêtres à droite.',
  ...change,
});
const answer = (...scenes: object[]) => JSON.stringify({ scenes });
const goodAnswer = answer(sceneTexts(1), sceneTexts(2));
const describeScenes = (change: object = {}) => harness.call(handler, { ...body, ...change });
const formats = () => harness.model.calls.map((call) => call.body.response_format?.type ?? 'text');
const tour = { title: 'Hôtel de ville', location: 'Saguenay', client_name: null };

beforeEach(() => {
  harness.supabase.data = (url) => (url.startsWith('/rest/v1/virtual_tours') ? [tour] : undefined);
  harness.model.reset(completionReply(goodAnswer));
});

describe('the texts of scenes', () => {
  test('come from pictures in the protocol’s own parts, with what is known of the tour', async () => {
    const { status, body: given } = await describeScenes();
    expect(status).toBe(200);
    expect(given).toEqual({
      scenes: [
        { id: 'a', name: 'Salle 1', alt: sceneTexts(1).alt },
        { id: 'b', name: 'Salle 2', alt: sceneTexts(2).alt },
      ],
    });
    const [sent, ...others] = harness.model.calls;
    expect(others).toEqual([]);
    expect(Object.keys(sent?.body ?? {}).sort()).toEqual([
      'max_tokens',
      'messages',
      'model',
      'response_format',
    ]);
    const [system, user] = sent?.body.messages ?? [];
    expect(system?.content).toContain('"additionalProperties":false');
    expect(user?.pictures).toEqual([jpeg, jpeg]);
    expect(user?.content.split('\n').map((line) => JSON.parse(line))).toEqual([
      { titre: 'Hôtel de ville', lieu: 'Saguenay', client: null, autres_scenes: ['Parvis'] },
      { scene: 1, nom_donne: 'IMG 0012' },
      { scene: 2, nom_donne: null },
    ]);
    expect(harness.supabase.written.language_model_calls).toMatchObject([{ purpose: 'scenes' }]);
  });

  test('are asked of the model that sees, where another one writes', async () => {
    harness.setEnv({ LLM_VISION_MODEL: 'voyant' });
    await describeScenes();
    expect(harness.model.calls[0]?.body.model).toBe('voyant');
  });

  test('are set on one line as Québec does', async () => {
    const alt = 'Devant: une porte\n« ouverte » ; l\'escalier monte à "gauche" !\u0000';
    harness.model.reset(
      completionReply(answer(sceneTexts(1, { alt, name: "Salle d'attente." }), sceneTexts(2))),
    );
    const { scenes } = (await describeScenes()).body as { scenes: object[] };
    expect(scenes[0]).toEqual({
      id: 'a',
      name: 'Salle d’attente',
      alt: 'Devant\u00a0: une porte «\u00a0ouverte\u00a0»; l’escalier monte à «\u00a0gauche\u00a0»!',
    });
  });

  test('leave out a scene that was not seen; the pictures come again with a correction', async () => {
    const unseen = sceneTexts(1, { visible: false, name: '', alt: '' });
    harness.model.reset(completionReply('rien'), completionReply(answer(unseen, sceneTexts(2))));
    expect(await describeScenes()).toMatchObject({ status: 200, body: { scenes: [{ id: 'b' }] } });
    expect(harness.model.calls.map((call) => call.body.messages[1]?.pictures?.length)).toEqual([2, 2]);
  });
});

describe('an answer goes back once when it', () => {
  test.each<[string, object]>([
    ['lacks a scene', {}],
    ['is empty for a picture that was seen', sceneTexts(2, { alt: ' ' })],
    ['numbers a scene twice', sceneTexts(1)],
    ['has a name of 101 characters', sceneTexts(2, { name: 'a'.repeat(101) })],
    ['has a text of 501 characters', sceneTexts(2, { alt: 'a'.repeat(501) })],
    [
      'names a place that nobody gave',
      sceneTexts(2, { alt: 'La nef, devant, comme à Saint-Roch de Québec.' }),
    ],
    ['repeats a telephone number of a sign', sceneTexts(2, { alt: 'Une affiche dit 418 555-1234.' })],
    ['repeats the address of a sign', sceneTexts(2, { alt: 'Une affiche dit exemple.com.' })],
    ['reads a plate', sceneTexts(2, { alt: 'ABC 123 se lit sur la voiture, devant.' })],
    ['obeys a sign: another object', { pirate: true }],
  ])('%s, and nothing of it is kept', async (_, second) => {
    harness.model.reset(
      completionReply(answer(sceneTexts(1), ...(Object.keys(second).length ? [second] : []))),
    );
    expect(await describeScenes()).toMatchObject({ status: 502, body: { code: 'llm_invalid_answer' } });
    expect(harness.model.calls).toHaveLength(2);
  });

  test('uses names that were given', async () => {
    const alt = 'Le Parvis de Saguenay, devant l’Hôtel de ville, sous la neige du Québec.';
    harness.model.reset(completionReply(answer(sceneTexts(1, { alt }), sceneTexts(2))));
    expect(await describeScenes()).toMatchObject({ status: 200 });
    expect(harness.model.calls).toHaveLength(1);
  });
});

describe('a model that does not see', () => {
  test.each([
    [400, 'Invalid content type. image_url is only supported by certain models.'],
    [400, 'unknown variant `image_url`, expected `text`'],
    [400, "'messages.1' : for 'role:user' the following must be satisfied: content must be a string"],
    [400, 'At most 0 image(s) may be provided in one prompt.'],
    [422, 'Image input is not enabled for this model'],
    [404, 'No endpoints found that support image input'],
    [500, 'image input is not supported - hint: you may need to provide the mmproj'],
    [500, 'this model is missing data required for image input'],
  ])('%i « %s »: one call, and a sentence of what to do', async (status, message) => {
    harness.model.reset(errorReply(status, message));
    const { status: given, body: said } = await describeScenes();
    expect([given, said.code]).toEqual([503, 'llm_blind']);
    expect(said.error).toMatch(/ne voit pas les images.*Détails techniques\s: .*LLM_VISION_MODEL/);
    expect(harness.model.calls).toHaveLength(1);
  });

  test('and says so in its answer is believed', async () => {
    const blind = [1, 2].map((number) => sceneTexts(number, { visible: false, name: '', alt: '' }));
    harness.model.reset(completionReply(answer(...blind)));
    expect(await describeScenes()).toMatchObject({ status: 503, body: { code: 'llm_blind' } });
  });

  test.each<[number, string, string]>([
    [404, 'models/modele-image is not found, or not supported here', 'llm_not_found'],
    [500, 'internal error', 'llm_unavailable'],
    [401, 'image_url is only supported by certain models', 'llm_key_refused'],
    [400, 'response_format is not supported', 'llm_rejected'],
  ])('is not what %i « %s » says', async (status, message, code) => {
    harness.setEnv({ LLM_MODEL: 'modele-image' });
    harness.model.reset(errorReply(status, message));
    expect((await describeScenes()).body.code).toBe(code);
  });
});

describe('other failures', () => {
  const refusal = completionReply(null, {}, { refusal: 'I cannot' });
  test.each<[string, ModelReply, string, RegExp]>([
    ['a refusal', refusal, 'llm_pictures_refused', /refusé de décrire ces panoramas/],
    ['a cut answer', completionReply('{', { finish_reason: 'length' }), 'llm_truncated', /coupée/],
  ])('%s', async (_, reply, code, message) => {
    harness.model.reset(reply);
    expect((await describeScenes()).body).toEqual({ error: expect.stringMatching(message), code });
    expect(harness.model.calls).toHaveLength(1);
  });

  test('a provider without strict schemas gets the pictures in plainer forms too', async () => {
    harness.model.reset(
      errorReply(400),
      errorReply(400),
      completionReply(`\`\`\`json\n${goodAnswer}\n\`\`\``),
    );
    expect(await describeScenes()).toMatchObject({ status: 200 });
    expect(formats()).toEqual(['json_schema', 'json_object', 'text']);
  });

  test('without a model nothing is asked, and the answer says that it is not activated', async () => {
    harness.setEnv({ LLM_BASE_URL: undefined });
    const { status, body: said } = await describeScenes();
    expect([status, said.code]).toEqual([503, 'setting_missing']);
    expect(said.error).toMatch(/^La rédaction automatique n’est pas activée\./);
  });

  test('a tour that is gone', async () => {
    harness.supabase.data = () => [];
    expect(await describeScenes()).toMatchObject({
      status: 404,
      body: { error: 'Cette visite n’existe plus' },
    });
    harness.supabase.failData = (response) => sendJson(response, 500, {});
    expect((await describeScenes()).status).toBe(503);
    expect(harness.model.calls).toEqual([]);
  });
});

describe('the body', () => {
  const refuse = async (change: object, message: RegExp) => {
    const { status, body: said } = await describeScenes(change);
    expect([status, said.error]).toEqual([400, expect.stringMatching(message)]);
    expect(harness.model.calls).toEqual([]);
  };

  test.each([
    ['https://ailleurs.test/photo.jpg'],
    ['data:image/jpeg;base64,/9j/AAAA'],
    [Buffer.from('<svg onload="x">').toString('base64')],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47]).toString('base64')],
    ['/9j/AAAA"}}'],
  ])('a picture is a JPEG and no address: %s', (picture) =>
    refuse({ scenes: [scene('a', { picture })] }, /n’est pas un JPEG/),
  );

  test('is small', async () => {
    const picture = (length: number) => `/9j/${'A'.repeat(length - 4)}`;
    await refuse({ scenes: [scene('a', { picture: picture(80_001) })] }, /dépasse 60\sko/);
    const { status } = await harness.call(handler, {
      ...body,
      scenes: [scene('a', { picture: picture(80_000) }), scene('b', { picture: picture(80_000) })],
    });
    expect(status).toBe(200);
    const large = { ...body, otherNames: ['a'.repeat(400_000)] };
    expect((await harness.call(handler, large)).status).toBe(413);
  });

  test('names three scenes at most, each once, of a tour', async () => {
    await refuse({ scenes: ['a', 'b', 'c', 'd'].map((id) => scene(id)) }, /au plus 3\sscènes/);
    await refuse({ scenes: [scene('a'), scene('a')] }, /deux fois/);
    await refuse({ scenes: [] }, /Choisissez une scène/);
    await refuse({ tourId: 'x' }, /La visite demandée est invalide/);
  });
});
