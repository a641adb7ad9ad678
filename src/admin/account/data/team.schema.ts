import { z } from 'zod';
import { emailAddress } from '@/admin/kit/lib/text-schemas';
import type { Enums } from '@/shared/database.types';

/** Rights of a member: stored value → French label. */
export const memberRoles = { admin: 'Administrateur', reader: 'Lecture seule' } as const satisfies Record<
  Enums<'user_role'>,
  string
>;

export type MemberRole = keyof typeof memberRoles;

/** State of an invitation's e-mail, which is never a draft. */
export type MailState = Exclude<Enums<'notification_state'>, 'brouillon'>;

/** State of an invitation's e-mail: stored value → French label. */
export const mailStates = {
  en_attente: 'Courriel en attente',
  envoyé: 'Courriel envoyé',
  échec: 'Courriel en échec',
  incertain: 'Envoi incertain',
  retenu: 'Courriel retenu',
} as const satisfies Record<MailState, string>;

export const invitationSchema = z.object({
  email: emailAddress('Email invalide'),
  role: z.enum(Object.keys(memberRoles) as [MemberRole, ...MemberRole[]]),
});

export type InvitationInput = z.output<typeof invitationSchema>;
export type InvitationValues = z.input<typeof invitationSchema>;

/** The lowest role by default: raising it later takes two presses. */
export const emptyInvitation: InvitationValues = { email: '', role: 'reader' };
