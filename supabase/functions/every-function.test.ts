import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { completionReply } from './_testing/fake-language-model.ts';
import { adminToken, plainUserToken, publishableKey } from './_testing/fake-supabase.ts';
import { type Handler, prepareHarness } from './_testing/harness.ts';
import { sendJson } from './_testing/http-server.ts';
import { handler as checkSenderDomains } from './check-sender-domains/handler.ts';
import { handler as describeScenes } from './describe-scenes/handler.ts';
import { handler as downloadRegister } from './download-register/handler.ts';
import { handler as generateDescription } from './generate-description/handler.ts';
import { handler as generateProspects } from './generate-prospects/handler.ts';
import { handler as municipalityStreets } from './municipality-streets/handler.ts';
import { handler as personReport } from './person-report/handler.ts';
import { handler as publishSite } from './publish-site/handler.ts';
import { handler as quotePdf } from './quote-pdf/handler.ts';
import { handler as searchProspectInfo } from './search-prospect-info/handler.ts';
import { handler as sendCampaignEmail } from './send-campaign-email/handler.ts';
import { handler as sendTestEmail } from './send-test-email/handler.ts';
import { handler as stampSeals } from './stamp-seals/handler.ts';
import { handler as surveyReport } from './survey-report/handler.ts';
import { handler as tripLegs } from './trip-legs/handler.ts';

const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const sender = { emailSendId: id, fromEmail: 'studio@visites.example' };
const prospect = {
  company: 'Auberge du Fjord',
  city: 'Saguenay',
  region: 'Saguenay–Lac-Saint-Jean',
  website: '',
};

/** Functions with a request body, and their status past the guard: 503 without a database. */
const functions: Record<string, { handler: Handler; body: object; granted: number }> = {
  'check-sender-domains': { handler: checkSenderDomains, body: { domain: 'exemple.test' }, granted: 503 },
  'describe-scenes': {
    handler: describeScenes,
    body: { tourId: id, scenes: [{ id: 'a', name: '', picture: '/9j/AAAA' }], otherNames: [] },
    granted: 503,
  },
  'download-register': { handler: downloadRegister, body: { file: 'MUN.csv' }, granted: 502 },
  'generate-description': { handler: generateDescription, body: { title: 'Le fjord' }, granted: 200 },
  'generate-prospects': { handler: generateProspects, body: { tripPlanId: id }, granted: 503 },
  'municipality-streets': {
    handler: municipalityStreets,
    body: { latitude: 48.45, longitude: -68.52 },
    granted: 503,
  },
  'person-report': { handler: personReport, body: { contactId: id }, granted: 503 },
  'publish-site': { handler: publishSite, body: { now: true }, granted: 503 },
  'quote-pdf': { handler: quotePdf, body: { quoteId: id }, granted: 503 },
  'search-prospect-info': { handler: searchProspectInfo, body: prospect, granted: 503 },
  'send-campaign-email': { handler: sendCampaignEmail, body: sender, granted: 503 },
  'send-test-email': {
    handler: sendTestEmail,
    body: { text: { subject: 'Essai', body: 'Bonjour' } },
    granted: 503,
  },
  'stamp-seals': { handler: stampSeals, body: { sealId: id }, granted: 503 },
  'survey-report': { handler: surveyReport, body: { sealId: id }, granted: 503 },
  'trip-legs': {
    handler: tripLegs,
    body: {
      places: [
        { latitude: 48, longitude: -70 },
        { latitude: 48.1, longitude: -70 },
      ],
    },
    granted: 200,
  },
};

/** This function is not rate-limited: a campaign calls it for each message, and the database decides what it may send. */
const unlimited = 'send-campaign-email';

/** Functions that no administrator calls; their own tests cover their guards. */
const otherwiseGuarded = [
  'assistant',
  'calendar-feed',
  'dispatch-emails',
  'email-webhook',
  'personal-record',
  'public-quote',
  'quote-request-form',
  'receive-email',
  'unsubscribe',
];

const harness = prepareHarness();
beforeEach(() => {
  harness.setEnv({ SUPABASE_SECRET_KEYS: undefined, REGISTER_URL: 'http://127.0.0.1:1' });
  harness.model.reset(completionReply('{"description":"Un fjord à parcourir."}'));
});

describe.each(Object.entries(functions))('%s', (name, { handler, body, granted }) => {
  const as = (token: string | null, sent: unknown = body) => harness.call(handler, sent, { token });

  test('refuses an anonymous caller, the publishable key and a user without the role, and calls no provider', async () => {
    expect((await as(null)).status).toBe(401);
    expect((await as(publishableKey)).status).toBe(401);
    expect((await as('header.forged.signature')).status).toBe(401);
    expect((await as(plainUserToken)).status).toBe(403);
    harness.supabase.roles = (response) => response.writeHead(500).end();
    expect((await as(adminToken)).status).toBe(403);
    expect(harness.model.calls).toEqual([]);
  });

  test('accepts the administrator', async () => {
    expect((await as(adminToken)).status).toBe(granted);
  });

  test('is called so often and no more', async () => {
    if (name === unlimited) return;
    const message = 'Vous avez fait beaucoup de demandes en peu de temps.';
    harness.supabase.counter = (response) => sendJson(response, 429, { code: 'PT429', message });
    expect(await as(adminToken)).toMatchObject({
      status: 429,
      body: { error: message, code: 'too_many_calls' },
    });
    expect(harness.model.calls).toEqual([]);
  });

  test('refuses an empty body', async () => {
    expect((await as(adminToken, {})).status).toBe(400);
  });
});

test('every function of the project is in the list above, and its index.ts only binds the handler', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name);
  expect(folders.sort()).toEqual([...Object.keys(functions), ...otherwiseGuarded].sort());
  for (const folder of folders) {
    const text = readFileSync(`${import.meta.dirname}/${folder}/index.ts`, 'utf8');
    expect(text.split('\n').filter(Boolean)).toEqual([
      "import { realDependencies } from '../_shared/dependencies.ts';",
      "import { handler } from './handler.ts';",
      'Deno.serve((request) => handler(request, realDependencies));',
    ]);
  }
});

test('the import map pins the versions of the lock file', () => {
  const read = (path: string) => JSON.parse(readFileSync(`${import.meta.dirname}/${path}`, 'utf8'));
  const { imports } = read('deno.json');
  const { packages } = read('../../package-lock.json');
  for (const [name, target] of Object.entries(imports)) {
    const [, library, entry] = /^(@[^/]+\/[^/]+|[^/]+)(?:\/(.+))?$/.exec(name) ?? [];
    const { version } = packages[`node_modules/${library}`];
    expect(target).toBe(`npm:${library}@${version}${entry ? `/${entry}` : ''}`);
  }
});

describe('bodies', () => {
  const refuse = async (name: keyof typeof functions, body: object, message: string) => {
    const handler = functions[name]?.handler as Handler;
    const answer = await harness.call(handler, body);
    expect(answer).toMatchObject({ status: 400, body: { error: message, code: 'invalid_body' } });
  };

  test.each(['1', `${id} or 1=1`, null, [id], `${id}\n`])('generate-prospects refuses %j', (tripPlanId) =>
    refuse('generate-prospects', { tripPlanId }, 'Le déplacement demandé est invalide'),
  );

  test.each([undefined, 7, id.slice(1)])('send-campaign-email refuses %j as a send', (emailSendId) =>
    refuse('send-campaign-email', { ...sender, emailSendId }, 'L’envoi demandé est invalide'),
  );

  test.each([
    'studio',
    'studio@visites.example\r\nBcc: victime@example.com',
    'studio@visites.example\n',
    '\r\nstudio@visites.example',
    'Studio <studio@visites.example>',
    'a@b.example,c@d.example',
    `${'a'.repeat(250)}@visites.example`,
    null,
  ])('send-campaign-email refuses the sender %j', (fromEmail) =>
    refuse('send-campaign-email', { ...sender, fromEmail }, 'Email invalide'),
  );

  test('send-campaign-email sends nothing that is not stored', async () => {
    const withoutSend = { to: 'victime@example.com', subject: 'x', html: 'x', fromEmail: sender.fromEmail };
    await refuse('send-campaign-email', withoutSend, 'L’envoi demandé est invalide');
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'auberge', 'http://'])(
    'search-prospect-info refuses the site %s',
    (website) => refuse('search-prospect-info', { ...prospect, website }, 'URL invalide'),
  );

  test.each([null, undefined, '', 'https://auberge.example/nous'])(
    'search-prospect-info takes the site %s',
    async (website) => {
      const answer = await harness.call(searchProspectInfo, { ...prospect, website });
      // The request passed the checks, and fails later without a database or DNS.
      expect([502, 503]).toContain(answer.status);
    },
  );

  test('search-prospect-info needs a company', () =>
    refuse('search-prospect-info', { ...prospect, company: '  ' }, "L'entreprise est requise"));
});
