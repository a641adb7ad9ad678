import { equal } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { Check, Engine, Row } from '../engines/engine.ts';
import { contacts, onContacts, readContacts } from '../fixtures/contacts.ts';
import { snapshot } from '../fixtures/tables.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Decodes a part of a token. */
export const decode = (part: string | undefined) =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8')) as Row;
const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('base64url');

/** Ways to make a token of the administrator's without the issuer's secret. */
const forgeries: Record<string, (token: string, engine: Engine) => string> = {
  'alg: none, no signature': (token) => `${encode({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1]}.`,
  'alg: none, signature kept': (token) => {
    const [, payload, signature] = token.split('.');
    return `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`;
  },
  'alg: None in capitals': (token) => `${encode({ alg: 'NONE' })}.${token.split('.')[1]}.`,
  'signed with another key': (token) => {
    const signed = token.split('.').slice(0, 2).join('.');
    return `${signed}.${hmac(signed, 'une autre clé, longue de plus de trente-deux caractères')}`;
  },
  'signed with an empty key': (token) => {
    const signed = token.split('.').slice(0, 2).join('.');
    return `${signed}.${hmac(signed, '')}`;
  },
  'without a signature': (token) => `${token.split('.').slice(0, 2).join('.')}.`,
  "changed to the secret key's role": (token) => {
    const [header, payload, signature] = token.split('.');
    return `${header}.${encode({ ...decode(payload), role: 'service_role' })}.${signature}`;
  },
  'of a signed-in user, changed to the administrator': (_token, { people }) => {
    const [header, payload, signature] = people.user.token.split('.');
    return `${header}.${encode({ ...decode(payload), sub: people.admin.id })}.${signature}`;
  },
};

/** Attacks with access tokens that are forged, expired or of another project. */
export const forgedTokens: Check[] = [
  ...Object.entries(forgeries).map(([name, forge]) =>
    onContacts(`token ${name} · 401, no row`, undefined, async (engine) => {
      const token = forge(engine.people.admin.token, engine);
      const answer = await engine.request('visitor', { ...readContacts, token });
      equal(answer.status, 401, answer.text);
      const name = { name: 'Écrit avec un faux jeton' };
      await engine.request('visitor', {
        method: 'PATCH',
        path: '/rest/v1/contacts?id=not.is.null',
        body: name,
        token,
      });
      equal((await snapshot(engine, contacts)).filter((row) => row.name === name.name).length, 0);
      return answer;
    }),
  ),
  onContacts('expired token · 401, no row', undefined, async (engine) => {
    const { id: sub } = engine.people.admin;
    const now = Math.floor(Date.now() / 1000);
    const live = engine.mint({ sub, exp: now + 60 });
    equal(((await engine.request('visitor', { ...readContacts, token: live })).body as Row[]).length, 3);
    // PostgREST allows clocks to differ by 30 s.
    const answer = await engine.request('visitor', {
      ...readContacts,
      token: engine.mint({ sub, exp: now - 60 }),
    });
    equal(answer.status, 401, answer.text);
    return answer;
  }),
  ...['postgres', 'supabase_admin', 'authenticator', 'pg_read_all_data', 'inconnu'].map((role) =>
    onContacts(`valid token whose role is ${role} · no row`, undefined, async (engine) => {
      const token = engine.mint({ sub: engine.people.admin.id, role });
      return engine.request('visitor', { ...readContacts, token });
    }),
  ),
  onContacts("visitor's token in the administrator's name · no row", undefined, async (engine) => {
    const token = engine.mint({ sub: engine.people.admin.id, role: 'anon' });
    return engine.request('visitor', { ...readContacts, token });
  }),
];
