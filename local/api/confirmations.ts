import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { App } from '@supabase/lite';
import type { Database } from '../database/open-database.ts';

type Mailer = NonNullable<App['_mailer']>;

interface Account {
  id: string;
  confirmed_at: string | null;
  confirmation_sent_at: string | null;
  created_at: string;
  identities: unknown[];
}

const CONFIRMED_PATHS = /^\/auth\/v1\/(signup|resend)$/;

/**
 * Answers a sign-up with an address that has an account, and a request to send its confirmation again, as GoTrue does
 * when addresses are confirmed (`internal/api/signup.go`, `resend.go`). The library answers 429 to both for ever, which
 * tells that the account exists.
 *
 * @param maxFrequency time between two messages to an address, in ms
 */
export function createConfirmations({
  database,
  mailer,
  maxFrequency,
}: {
  database: Database;
  mailer: Mailer;
  maxFrequency: number;
}): (request: Request, body: Uint8Array | undefined, response: Response) => Promise<Response> {
  const findAccount = async (email: string) => {
    const { rows } = await database.query<Account>(
      `select id, confirmed_at, confirmation_sent_at, created_at,
         (select coalesce(json_agg(identity), '[]') from auth.identities as identity where identity.user_id = account.id) as identities
       from auth.users as account where email = $1`,
      [email],
    );
    return rows[0];
  };
  const send = async (id: string, email: string) => {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    // Digested as the library does, so that it accepts the code as well as the link.
    const hash = createHash('sha256')
      .update(email + code)
      .digest('hex');
    await database.query(
      'update auth.users set confirmation_token = $2, confirmation_sent_at = now() where id = $1',
      [id, hash],
    );
    await mailer.sendConfirmation(email, hash, code, { userId: id });
  };

  return async (request, body, response) => {
    const [, asked] = CONFIRMED_PATHS.exec(new URL(request.url).pathname) ?? [];
    if (!asked || request.method !== 'POST' || response.status !== 429 || !body) return response;
    const { email: typed = '', data = {} } = JSON.parse(Buffer.from(body).toString('utf8')) as {
      email?: string;
      data?: object;
    };
    const email = typed.toLowerCase();
    const account = await findAccount(email);
    if (!account) return response;
    if (account.confirmed_at)
      return asked === 'resend' ? Response.json({}) : Response.json(asNew(email, data));

    const left = Date.parse(account.confirmation_sent_at ?? '') + maxFrequency - Date.now();
    if (left > 0) return tooSoon(Math.floor(left / 1000));
    await send(account.id, email);
    if (asked === 'resend') return Response.json({});
    const { id, created_at, identities } = account;
    return Response.json({ ...asNew(email, data), id, created_at, role: 'authenticated', identities });
  };
}

/** Describes an account as if it had just been made, with nothing of the real one. */
function asNew(email: string, data: object) {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [] as unknown[],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

function tooSoon(seconds: number): Response {
  const code = 'over_email_send_rate_limit';
  const msg = `For security purposes, you can only request this after ${seconds} seconds.`;
  return Response.json(
    { code: 429, error_code: code, msg },
    { status: 429, headers: { 'x-sb-error-code': code } },
  );
}

/** Reads a duration of config.toml, as Go writes it (« 1m0s »), in ms. */
export function durationOf(text: unknown): number {
  const units: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
  return [...String(text ?? '').matchAll(/(\d+(?:\.\d+)?)(ms|[hms])/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (units[unit ?? ''] ?? 0),
    0,
  );
}
