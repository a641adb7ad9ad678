import { type Call, type Engine, NotShown, type Person, type Role } from './engine.ts';
import { send } from './http.ts';

/** Address and keys of a project; the address has no trailing slash. */
export type Project = { url: string; publishableKey: string; secretKey: string };

export type People = Engine['people'];

const password = 'un mot de passe de test';
const names: Record<keyof People, string> = {
  user: 'simple',
  admin: 'admin',
  admin2: 'admin2',
  reader: 'lecture',
};

/** Addresses of the accounts that the checks create. */
export const addressesOfPeople = Object.values(names).map((name) => `${name}@exemple.test`);

/** Signs the people of the checks up and in as the browser does, and gives them their roles in SQL. */
export async function signInPeople(project: Project, sql: Engine['sql']): Promise<People> {
  const people = {
    user: await signUp(project, names.user),
    admin: await signUp(project, names.admin),
    admin2: await signUp(project, names.admin2),
    reader: await signUp(project, names.reader),
  };
  await sql(
    "insert into public.user_roles (user_id, role) values ($1, 'admin'), ($2, 'admin'), ($3, 'reader')",
    [people.admin.id, people.admin2.id, people.reader.id],
  );
  return people;
}

/** Returns a sender of requests with the project's keys and the token of the role. */
export function requesterOf(project: Project, people: People): Engine['request'] {
  const tokens: Record<Role, () => Promise<string>> = {
    visitor: async () => project.publishableKey,
    service: async () => project.secretKey,
    user: () => freshToken(project, people.user),
    reader: () => freshToken(project, people.reader),
    admin: () => freshToken(project, people.admin),
    admin2: () => freshToken(project, people.admin2),
  };
  const isOfThisMachine = /^(127\.|localhost$)/.test(new URL(project.url).hostname);
  return async (role: Role, call: Call) => {
    if (call.address && !isOfThisMachine) {
      throw new NotShown('a request comes from the address of this machine alone');
    }
    const key = role === 'service' ? project.secretKey : project.publishableKey;
    const token = call.token === undefined ? await tokens[role]() : call.token;
    const headers: Record<string, string> = { apikey: key, ...call.headers };
    if (token !== null) headers.authorization ??= `Bearer ${token}`;
    // The gateway only believes the socket's address, and Linux has all of 127/8.
    const localAddress = call.address && `127.0.${call.address.split('.').slice(-2).join('.')}`;
    return send(project.url + call.path, { ...call, headers, localAddress });
  };
}

const TEN_MINUTES = 600;

/**
 * Returns a person's access token, of a new sign-in every ten minutes: some functions ask for a recent one, and the checks
 * take longer.
 */
async function freshToken(project: Project, person: Person): Promise<string> {
  const [, claims = ''] = person.token.split('.');
  const { iat } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iat: number };
  if (Date.now() / 1000 - iat > TEN_MINUTES) person.token = (await signIn(project, person.email)).token;
  return person.token;
}

/**
 * Makes an account and signs it in. The admin API skips the confirmation of the address, which a hosted project may ask
 * for; the embedded stack has neither.
 */
async function signUp(project: Project, name: string): Promise<Person> {
  const email = `${name}@exemple.test`;
  const { secretKey, publishableKey } = project;
  const made = await send(`${project.url}/auth/v1/admin/users`, {
    ...{ method: 'POST', body: { email, password, email_confirm: true } },
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
  });
  if (made.status >= 400) {
    await send(`${project.url}/auth/v1/signup`, {
      ...{ method: 'POST', body: { email, password }, headers: { apikey: publishableKey } },
    });
  }
  return signIn(project, email);
}

async function signIn(project: Project, email: string): Promise<Person> {
  const answer = await send(`${project.url}/auth/v1/token?grant_type=password`, {
    ...{ method: 'POST', body: { email, password }, headers: { apikey: project.publishableKey } },
  });
  if (answer.status !== 200) throw new Error(`Sign-in of ${email} failed: ${answer.status} ${answer.text}`);
  const session = answer.body as { access_token: string; user: { id: string } };
  return { id: session.user.id, email, token: session.access_token };
}
