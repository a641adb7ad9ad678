import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { EmailDriver } from '@supabase/lite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFixtureProject } from '../testing/fixture-project.ts';
import { type Api, startApi } from './start-api.ts';

type Message = Parameters<EmailDriver['send']>[0];

const project = createFixtureProject();
const sentMessages: Message[] = [];
let api: Api;
beforeAll(async () => {
  api = await startApi({
    supabaseDir: project.directory,
    port: 0,
    webUrls: ['http://127.0.0.1:5173'],
    confirmations: true,
    emailDriver: { send: async (message) => void sentMessages.push(message) },
  });
}, 60_000);
afterAll(async () => {
  await api.close();
  rmSync(dirname(project.directory), { recursive: true, force: true });
});

const password = 'premier-mot-1';

async function postToAuth(path: string, body: object) {
  const response = await fetch(`${api.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: api.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const signUp = (email: string) =>
  postToAuth(`signup?redirect_to=${encodeURIComponent('http://127.0.0.1:5173/auth')}`, { email, password });
const signIn = (email: string) => postToAuth('token?grant_type=password', { email, password });
const resend = (email: string) => postToAuth('resend', { type: 'signup', email });
/** Lets the delay between two messages to an address pass. */
const letDelayPass = (email: string) =>
  api.sql("update auth.users set confirmation_sent_at = now() - interval '2 min' where email = $1", [email]);
const mailsTo = (email: string) => sentMessages.filter(({ to }) => to === email);

async function followLink({ html = '' }: Message) {
  const link = /href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const response = await fetch(link, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '');
}

it('signs nobody in before the link of the message is followed', async () => {
  const email = 'nouvelle@exemple.test';
  const { status, body } = await signUp(email);
  expect(status).toBe(200);
  expect(body).toMatchObject({ email, identities: [{ provider: 'email' }] });
  expect(body.access_token).toBeUndefined();
  expect(await signIn(email)).toMatchObject({ status: 400, body: { error_code: 'email_not_confirmed' } });

  const [message] = mailsTo(email);
  if (!message) throw new Error('nothing sent');
  const { origin, pathname, hash } = await followLink(message);
  expect(origin + pathname).toBe('http://127.0.0.1:5173/auth');
  expect(hash).toContain('access_token=');
  expect(hash).toContain('type=signup');
  expect(await signIn(email)).toMatchObject({ status: 200 });
  expect((await followLink(message)).hash).toContain('error_code=otp_expired');
});

it('answers to a confirmed address as to a new one, and writes to nobody', async () => {
  const email = 'nouvelle@exemple.test';
  const { body: real } = await signUp('autre@exemple.test');
  sentMessages.length = 0;
  const { status, body } = await signUp(email);
  expect(status).toBe(200);
  expect(body).toMatchObject({ email, identities: [] });
  const { rows } = await api.sql<{ id: string }>('select id from auth.users where email = $1', [email]);
  expect(body.id).not.toBe(rows[0]?.id);
  expect(Object.keys(real)).toEqual(expect.arrayContaining(['id', 'email', 'confirmation_sent_at']));
  expect(await resend(email)).toEqual({ status: 200, body: {} });
  expect(await resend('personne@exemple.test')).toEqual({ status: 200, body: {} });
  expect(sentMessages).toEqual([]);
});

it('sends the message again, by a second sign-up or when asked, and not at once', async () => {
  const email = 'lente@exemple.test';
  await signUp(email);
  for (const again of [signUp, resend]) {
    expect(await again(email)).toMatchObject({
      status: 429,
      body: {
        error_code: 'over_email_send_rate_limit',
        msg: expect.stringMatching(
          /^For security purposes, you can only request this after [1-5]\d seconds\.$/,
        ),
      },
    });
    await letDelayPass(email);
    expect(await again(email)).toMatchObject({ status: 200 });
  }
  const messages = mailsTo(email);
  expect(messages).toHaveLength(3);
  expect((await followLink(messages[0] as Message)).hash).toContain('error_code=otp_expired');
  expect((await followLink(messages[2] as Message)).hash).toContain('access_token=');
});
