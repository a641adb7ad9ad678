import type { StackInfo } from './stack.ts';

/**
 * What the global setup started for a worker: its stack, the fake outside services, and the folder of its built site.
 */
export type Environment = { stack: StackInfo; stackProcess: number; outsideUrl: string; siteFolder: string };

/** Address of the public site in canonical links, wherever the site is served. */
export const SITE = 'https://territoire360.example';

/** A tour that was published before the site was built, and was withdrawn since. */
export const withdrawnTour = {
  title: 'Le quai retiré',
  slug: 'quai-retire',
  url: 'https://exemple.test/quai',
};

/** Returns the environment of this worker; its values are empty where Playwright only lists the tests. */
export function environment(): Environment {
  const all = JSON.parse(process.env.E2E_ENVIRONMENTS ?? '[]') as Environment[];
  return (
    all[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ??
    ({ stack: {}, stackProcess: 0, outsideUrl: '', siteFolder: '' } as unknown as Environment)
  );
}

/** A session as supabase-js stores it. */
type Session = { access_token: string; user: { id: string } };

let session: Promise<Session> | undefined;
let signedInAt = 0;
const TEN_MINUTES = 600_000;

/**
 * Returns the administrator's session, requested once in ten minutes because checking a password is slow on purpose and
 * some functions ask for a recent sign-in.
 */
export function adminSession(): Promise<Session> {
  if (!session || Date.now() - signedInAt > TEN_MINUTES) {
    session = signInByPassword(environment().stack);
    signedInAt = Date.now();
  }
  return session;
}

/** Forgets the session after a test signed the administrator out, which ends all of hers. */
export function forgetAdminSession(): void {
  session = undefined;
}

/**
 * Signs in as the administrator of a stack.
 *
 * @throws Error with the API's answer, when it refuses
 */
export async function signInByPassword(stack: StackInfo): Promise<Session> {
  const answer = await fetch(`${stack.apiUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(stack.admin),
  });
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Session;
}
