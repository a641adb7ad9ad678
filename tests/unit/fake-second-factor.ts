import { ADMIN_ID, type BackendAnswer, type BackendRequest } from './fake-backend';

// This import comes after fake-backend, because supabase-js keeps the `fetch` it finds when it loads.
const { fullClient } = await import('@/admin/kit/lib/supabase');

/** The code that every fake device shows unless it was added with another. */
export const CODE = '123456';

type Device = { id: string; friendly_name: string; factor_type: 'totp'; status: string; created_at: string };

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * Imitates the second-factor endpoints of GoTrue (internal/api/mfa.go): devices, challenges, codes, and the assurance
 * level in the token. The role is visible as private.has_given_second_factor decides.
 */
export class FakeSecondFactor {
  devices: Device[] = [];
  isOffered = true;
  private begun = 0;
  private readonly codes = new Map<string, string>();

  /** Adds a device whose first code was accepted. */
  add(friendly_name: string, code = CODE): void {
    const id = `device-${++this.begun}`;
    this.codes.set(id, code);
    this.devices.push({
      ...{ id, friendly_name, factor_type: 'totp', status: 'verified' },
      created_at: '2026-11-02T19:30:00Z',
    });
  }

  private user = () => ({
    ...{ id: ADMIN_ID, aud: 'authenticated', role: 'authenticated', email: 'admin@exemple.test' },
    factors: this.devices,
  });

  private session(aal: string) {
    const claims = { sub: ADMIN_ID, aal, exp: Math.floor(Date.now() / 1000) + 3600 };
    const access_token = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.c2lnbmF0dXJl`;
    return { access_token, refresh_token: 'r', token_type: 'bearer', expires_in: 3600, user: this.user() };
  }

  answer = ({ method, target, headers, body, query }: BackendRequest): BackendAnswer => {
    const token = headers.get('authorization')?.split('.')[1];
    const level = token
      ? (JSON.parse(Buffer.from(token, 'base64url').toString()) as { aal: string }).aal
      : '';
    const verified = this.devices.filter(({ status }) => status === 'verified');
    if (target === 'rpc/require_recent_sign_in') return { status: 204 };
    if (target === 'rpc/own_sessions') return { body: [] };
    if (target === 'user_roles') {
      return { body: verified.length > 0 && level !== 'aal2' ? [] : [{ role: 'admin' }] };
    }
    if (target === '/auth/v1/token') {
      // A refresh keeps the assurance level as long as there is a device.
      const keeps = query.get('grant_type') === 'refresh_token' && verified.length > 0 && level === 'aal2';
      return { body: this.session(keeps ? 'aal2' : 'aal1') };
    }
    if (target === '/auth/v1/logout') return { status: 204 };
    if (target === '/auth/v1/user') return { body: this.user() };
    const [, id, step] = /^\/auth\/v1\/factors(?:\/([^/]+))?(?:\/(\w+))?$/.exec(target) ?? [];
    if (!this.isOffered || !target.startsWith('/auth/v1/factors'))
      return { status: 404, text: '404 Not Found' };
    if (method === 'POST' && !id) return this.enroll((body as { friendly_name: string }).friendly_name);
    if (step === 'challenge') return { body: { id: 'challenge', type: 'totp', expires_at: 0 } };
    if (step === 'verify') return this.verify(id, (body as { code: string }).code);
    return this.remove(id, level);
  };

  private enroll(friendly_name: string): BackendAnswer {
    this.add(friendly_name);
    const device = this.devices.at(-1) as Device;
    device.status = 'unverified';
    const totp = { qr_code: '<svg fill="#000"></svg>', secret: 'CLESECRETE', uri: 'otpauth://totp/x' };
    return { body: { ...device, type: 'totp', totp } };
  }

  private verify(id: string | undefined, code: string): BackendAnswer {
    if (code !== this.codes.get(id ?? '')) {
      return {
        status: 422,
        body: { error_code: 'mfa_verification_failed', msg: 'Invalid TOTP code entered' },
      };
    }
    for (const device of this.devices) if (device.id === id) device.status = 'verified';
    return { body: this.session('aal2') };
  }

  private remove(id: string | undefined, level: string): BackendAnswer {
    const device = this.devices.find((other) => other.id === id);
    if (device?.status === 'verified' && level !== 'aal2') {
      return { status: 422, body: { error_code: 'insufficient_aal', msg: 'AAL2 required to unenroll' } };
    }
    this.devices = this.devices.filter((other) => other !== device);
    return { body: { id } };
  }
}

/** Signs in with the password alone. */
export async function signInWithPassword(): Promise<void> {
  const { auth } = await fullClient();
  await auth.signInWithPassword({ email: 'admin@exemple.test', password: 'mot de passe' });
}

/** Signs out of this browser. */
export async function signOut(): Promise<void> {
  await (await fullClient()).auth.signOut({ scope: 'local' });
}
