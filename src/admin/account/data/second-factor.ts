import type { AuthError } from '@supabase/supabase-js';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { fullClient, supabase } from '@/admin/kit/lib/supabase';
import { errorStatus } from '@/shared/lib/errors';
import { isUnreachable } from '@/shared/lib/failure';
import { siteConfig } from '@/shared/lib/site-config';

/** A device that generates codes, once its first code was accepted. */
export type Factor = { id: string; name: string; addedAt: string };

/** Data for adding a device: a QR code, or the same secret as text. */
export type Enrolment = { id: string; qrCode: string; secret: string };

/** A code, and the devices that may have shown it. */
type Code = { factorIds: readonly string[]; code: string };

const all = [...queryKeys.session, 'second-factor'];

/** Returns the data of the auth API, or throws its error. */
function orThrow<Data>({ data, error }: { data: Data; error: AuthError | null }): NonNullable<Data> {
  if (error) throw error;
  return data as NonNullable<Data>;
}

const mfa = async () => (await fullClient()).auth.mfa;

/** Verifies a code: a person types what a device shows and does not say which, so that the spare one is as good. */
async function verifyCode({ factorIds, code }: Code): Promise<void> {
  const api = await mfa();
  for (const [index, factorId] of factorIds.entries()) {
    const { error } = await api.challengeAndVerify({ factorId, code });
    if (!error) return;
    if (error.code !== 'mfa_verification_failed' || index === factorIds.length - 1) throw error;
  }
}

/** Escapes the SVG of the API: a « # » in it would end the address of the picture. */
function toPicture(qrCode: string): string {
  const svg = qrCode.replace(/^data:image\/svg\+xml;utf-8,/, '');
  return svg.startsWith('<') ? `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` : qrCode;
}

/** Adding or removing a device changes the rights, so the role and the devices are read again. */
const strengthChanges = { silent: true, ownAccount: true, invalidates: [queryKeys.session] };

/**
 * Options for the second factor (TOTP) of one's own account. The database requires it too:
 * private.has_given_second_factor.
 */
export const secondFactor = {
  all,

  /** Options to read the devices of the account. */
  list: () =>
    queryOptions({
      queryKey: [...all, 'list'],
      queryFn: async (): Promise<Factor[]> => {
        const { totp } = orThrow(await (await mfa()).listFactors());
        return totp.map(({ id, friendly_name, created_at }) => ({
          id,
          name: friendly_name || 'Application',
          addedAt: created_at,
        }));
      },
      meta: { errorMessage: 'Impossible de charger la double authentification' },
    }),

  /**
   * Options to read the devices from which this session still lacks a code; none when no code is missing. It asks the
   * server, because another browser may have added a device since the sign-in.
   */
  missing: (userId: string) =>
    queryOptions({
      queryKey: [...all, 'missing', userId],
      queryFn: async (): Promise<string[]> => {
        const api = await mfa();
        const { totp } = orThrow(await api.listFactors());
        if (totp.length === 0) return [];
        const { currentLevel } = orThrow(await api.getAuthenticatorAssuranceLevel());
        return currentLevel === 'aal2' ? [] : totp.map(({ id }) => id);
      },
      retry: false,
      meta: { logMessage: 'The second factor could not be read' },
    }),

  /** Begins to add a device, which counts only once it has given a code. */
  enroll: () =>
    mutationOptions({
      mutationFn: async (): Promise<Enrolment> => {
        // The accounts service itself would let whoever has the page open add a device of theirs.
        await supabase.rpc('require_recent_sign_in').throwOnError();
        const api = await mfa();
        // An abandoned enrolment is removed first: the API refuses two of one name.
        const unfinished = orThrow(await api.listFactors()).all.filter(
          ({ status }) => status === 'unverified',
        );
        for (const { id } of unfinished) orThrow(await api.unenroll({ factorId: id }));
        const { id, totp } = orThrow(
          await api.enroll({
            factorType: 'totp',
            issuer: siteConfig.name,
            friendlyName: `Application ${new Date().toISOString().slice(0, 16).replace('T', ' ')}`,
          }),
        );
        return { id, qrCode: toPicture(totp.qr_code), secret: totp.secret };
      },
      meta: { silent: true, ownAccount: true },
    }),

  /** Verifies a device's code, which completes its enrolment, the sign-in, or a confirmation of identity. */
  verify: () =>
    mutationOptions({
      mutationFn: async (given: Code) => verifyCode(given),
      meta: strengthChanges,
    }),

  /** Removes a device, against one of its codes. */
  remove: () =>
    mutationOptions({
      mutationFn: async ({ factorId, code }: { factorId: string; code: string }) => {
        const { auth } = await fullClient();
        await verifyCode({ factorIds: [factorId], code });
        orThrow(await auth.mfa.unenroll({ factorId }));
        // Without a refresh the session would still name the device.
        orThrow(await auth.refreshSession());
      },
      meta: { ...strengthChanges, successMessage: 'Appareil retiré' },
    }),
};

/** Refusals of the auth API: its code → French text. */
const refusals: Record<string, string> = {
  mfa_verification_failed: 'Ce code n’est pas le bon. Attendez le prochain, puis réessayez.',
  mfa_verification_rejected: 'Ce code n’est pas le bon. Attendez le prochain, puis réessayez.',
  mfa_challenge_expired: 'Le temps est écoulé. Entrez le code que l’application montre maintenant.',
  mfa_factor_not_found: 'Cet appareil n’est plus lié à votre compte. Rechargez la page.',
  too_many_enrolled_mfa_factors: 'Trop d’appareils sont liés à votre compte. Retirez-en un d’abord.',
  insufficient_aal: 'Entrez d’abord un code d’un appareil déjà lié à votre compte\u00a0: reconnectez-vous.',
  mfa_totp_enroll_not_enabled: 'La double authentification n’est pas activée sur ce projet.',
  mfa_totp_verify_not_enabled: 'La double authentification n’est pas activée sur ce projet.',
};

/** Explains in French why a step of the second factor failed. */
export function describeSecondFactorError(error: unknown): string {
  const { code, name } = (typeof error === 'object' && error !== null ? error : {}) as Partial<AuthError>;
  const refusal = refusals[String(code)];
  if (refusal) return refusal;
  const status = errorStatus(error);
  if (status === 429) return 'Trop de tentatives. Attendez quelques minutes, puis réessayez.';
  // The embedded stack answers in plain text that it has no such address.
  if (status === 404 || status === 405 || status === 501 || name === 'AuthUnknownError') {
    return 'La double authentification est offerte sur un projet hébergé. Ce serveur ne l’offre pas.';
  }
  return isUnreachable(error)
    ? 'Le service est injoignable. Vérifiez votre connexion, puis réessayez.'
    : 'La double authentification n’a pas répondu comme prévu. Réessayez.';
}
