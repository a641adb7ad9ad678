import { equal, ok } from 'node:assert/strict';
import type { Call, Check, Engine, Role, Row } from '../engines/engine.ts';

const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

/** The administrators' functions, each with a body that gets past its own checks. */
const validBodies: Record<string, object> = {
  'check-sender-domains': { domain: 'exemple.test' },
  'describe-scenes': { tourId: id, scenes: [{ id: 'a', name: '', picture: '/9j/AAAA' }], otherNames: [] },
  'download-register': { file: 'MUN.csv' },
  'generate-description': { title: 'Le fjord en hiver', location: 'Saguenay' },
  'generate-prospects': { tripPlanId: id },
  'publish-site': { now: true },
  'search-prospect-info': { company: 'Auberge', city: 'Saguenay', region: 'Saguenay', website: '' },
  'send-campaign-email': { emailSendId: id, fromEmail: 'studio@exemple.test' },
  'send-test-email': { text: null },
  'municipality-streets': { latitude: 48.45, longitude: -68.52 },
  'stamp-seals': { sealId: id },
  'survey-report': { sealId: id },
  'person-report': { contactId: id },
  'trip-legs': { places: [48, 48.1].map((latitude) => ({ latitude, longitude: -70 })) },
};

type Attempt = { what: string; role: Role; call: (engine: Engine) => Partial<Call>; status: 401 | 403 };

const attempts: Attempt[] = [
  {
    what: 'without token or key',
    role: 'visitor',
    call: () => ({ token: null, headers: { apikey: '' } }),
    status: 401,
  },
  { what: 'publishable key alone', role: 'visitor', call: () => ({ token: null }), status: 401 },
  { what: 'publishable key as a token', role: 'visitor', call: () => ({}), status: 401 },
  { what: 'secret key as a token', role: 'service', call: () => ({}), status: 401 },
  { what: 'random token', role: 'visitor', call: () => ({ token: 'a.b.c' }), status: 401 },
  {
    ...{ what: "the administrator's token, signature cut", role: 'visitor', status: 401 },
    call: ({ people }) => ({ token: people.admin.token.slice(0, -4) }),
  },
  { what: 'plain signed-in user', role: 'user', call: () => ({}), status: 403 },
  { what: 'reader', role: 'reader', call: () => ({}), status: 403 },
];

/** Every function, through the gateway and Deno, by everyone: the first line of the « Functions » list. */
export function functionsGuardChecks(): Check[] {
  return [dispatcherGuard, dispatcherServed, inboundGuard, expiredTokens, ...administratorsFunctions()];
}

/** Calls the dispatcher, which only accepts the scheduler's secret: neither a role nor an API key opens it. */
const dispatch = (engine: Engine, role: Role, headers: Record<string, string> = {}) =>
  engine.request(role, { method: 'POST', path: '/functions/v1/dispatch-emails', body: {}, headers });

const dispatcherGuard: Check = {
  name: 'attack · function dispatch-emails · 401 without its secret, even for an administrator and the secret key',
  object: 'edge functions',
  needs: 'functions',
  run: async (engine) => {
    for (const role of ['visitor', 'user', 'admin', 'service'] as const) {
      for (const secret of [undefined, '', 'secret-d-essa', 'secret-d-essai-', 'SECRET-D-ESSAI']) {
        const answer = await dispatch(
          engine,
          role,
          secret === undefined ? {} : { 'x-dispatch-secret': secret },
        );
        equal(answer.status, 401, `${role} ${secret}: ${answer.text}`);
      }
    }
  },
};

/** The control: the secret that tests give it opens it. */
const dispatcherServed: Check = {
  name: 'attack · function dispatch-emails · runs with its secret',
  object: 'edge functions',
  needs: 'watched-functions',
  run: async (engine) => {
    const answer = await dispatch(engine, 'visitor', { 'x-dispatch-secret': 'secret-d-essai' });
    equal(answer.status, 200, answer.text);
  },
};

const expiredTokens: Check = {
  name: 'attack · functions · 401 with an expired token of the administrator',
  object: 'edge functions',
  needs: 'functions',
  run: async (engine) => {
    const exp = Math.floor(Date.now() / 1000) - 60;
    const token = engine.mint({ sub: engine.people.admin.id, exp });
    for (const [name, body] of Object.entries(validBodies)) {
      const call: Call = { method: 'POST', path: `/functions/v1/${name}`, body, token };
      equal((await engine.request('visitor', call)).status, 401, name);
    }
  },
};

/**
 * Checks the webhook of the mail provider, which only accepts the provider's signature: neither a role nor an API key
 * opens it.
 */
const inboundGuard: Check = {
  name: 'attack · function receive-email · 401 without a signature, even for an administrator and the secret key',
  object: 'edge functions',
  needs: 'functions',
  run: async (engine) => {
    const body = { type: 'email.received', data: { email_id: id } };
    for (const role of ['visitor', 'user', 'admin', 'service'] as const) {
      const answer = await engine.request(role, {
        method: 'POST',
        path: '/functions/v1/receive-email',
        body,
      });
      equal(answer.status, 401, `${role}: ${answer.text}`);
    }
  },
};

function administratorsFunctions(): Check[] {
  return Object.entries(validBodies).flatMap(([name, body]) => {
    const post = (engine: Engine, role: Role, call: Partial<Call> = {}) =>
      engine.request(role, { method: 'POST', path: `/functions/v1/${name}`, body, ...call });
    const check = (what: string, needs: Check['needs'], run: Check['run']): Check => {
      return { name: `attack · function ${name} · ${what}`, object: 'edge functions', needs, run };
    };
    return [
      check('401 or 403 without an administrator, no call to the provider', 'functions', async (engine) => {
        const before = callsOf(engine);
        for (const { what, role, call, status } of attempts) {
          const answer = await post(engine, role, call(engine));
          equal(answer.status, status, `${what}: ${answer.text}`);
        }
        await withoutRole(engine, async () => {
          const answer = await post(engine, 'admin');
          equal(answer.status, 403, `role removed: ${answer.text}`);
        });
        equal(callsOf(engine), before, 'the provider was called');
      }),
      check('administrator served', 'watched-functions', async (engine) => {
        const before = callsOf(engine) ?? 0;
        const answer = await post(engine, 'admin');
        // The request passed the guard, and fails later for want of a tour, a trip, a configured sender or an
        // outside service: 404, 400, 409, 502 or 503.
        const { code } = answer.body as Row;
        ok(
          [200, 404, 409].includes(answer.status) ||
            [
              'sender_not_verified',
              'register_unreachable',
              'unknown_domain',
              'openstreetmap',
              'setting_missing',
            ].includes(String(code)),
          `${answer.status} ${answer.text}`,
        );
        if (name === 'generate-description') {
          equal(answer.status, 200, answer.text);
          equal(callsOf(engine), before + 1);
        }
      }),
    ];
  });
}

/** Number of calls to the paid provider; undefined where the engine does not count them. */
const callsOf = (engine: Engine) => engine.provider?.calls.length;

async function withoutRole({ sql, people }: Engine, job: () => Promise<void>): Promise<void> {
  await sql('delete from public.user_roles where user_id = $1', [people.admin.id]);
  try {
    await job();
  } finally {
    await sql("insert into public.user_roles (user_id, role) values ($1, 'admin')", [people.admin.id]);
  }
}
