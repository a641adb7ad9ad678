import type { StackInfo } from './stack.ts';

/**
 * The things that the global setup started for one worker: its stack, the services that it reaches, and the folder of
 * its built site.
 */
export type Environment = { stack: StackInfo; stackProcess: number; outsideUrl: string; siteFolder: string };

/** Canonical addresses name the public site, wherever it is tried. */
export const SITE = 'https://territoire360.example';

/** A tour that was public before the site was built, and is no more. */
export const withdrawnTour = {
  title: 'Le quai retiré',
  slug: 'quai-retire',
  url: 'https://exemple.test/quai',
};

/** Returns the environment of this worker; without values where Playwright only lists the tests. */
export function environment(): Environment {
  const all = JSON.parse(process.env.E2E_ENVIRONMENTS ?? '[]') as Environment[];
  return (
    all[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ??
    ({ stack: {}, stackProcess: 0, outsideUrl: '', siteFolder: '' } as unknown as Environment)
  );
}

/** A session as supabase-js keeps it. */
type Session = { access_token: string; user: { id: string } };

let session: Promise<Session> | undefined;

/** The administrator's session, asked for once a worker: a password is slow to check, on purpose. */
export function adminSession(): Promise<Session> {
  session ??= signInByPassword(environment().stack);
  return session;
}

/** Whoever signed the administrator out calls this: her sessions have ended. */
export function forgetAdminSession(): void {
  session = undefined;
}

/**
 * Signs the administrator of a stack in.
 *
 * @throws Error with what the API answered, when it refuses
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
