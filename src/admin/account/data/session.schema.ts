import { z } from 'zod';
import { emailAddress } from '@/admin/kit/lib/text-schemas';

const email = emailAddress('Courriel invalide', 'L’adresse courriel ne peut pas dépasser 255 caractères');

const password = z
  .string()
  .min(6, 'Le mot de passe doit contenir au moins 6 caractères')
  .max(100, 'Le mot de passe ne peut pas dépasser 100 caractères');

/** E-mail and password, to sign in or to create an account. Specification, section 5. */
export const credentialsSchema = z.object({ email, password });

/** The e-mail that asks for a new password. */
export const resetRequestSchema = z.object({ email });

const isTypedTwice = [
  (values: { password: string; confirmation: string }) => values.password === values.confirmation,
  { path: ['confirmation'] as PropertyKey[], message: 'Les deux mots de passe ne sont pas identiques' },
] as const;

/** The new password, typed twice. */
export const newPasswordSchema = z.object({ password, confirmation: z.string() }).refine(...isTypedTwice);

/** The present password, and the new one, typed twice. */
export const passwordChangeSchema = z
  .object({
    current: z.string().min(1, 'Entrez votre mot de passe actuel'),
    password,
    confirmation: z.string(),
  })
  .refine(...isTypedTwice);

export type Credentials = z.output<typeof credentialsSchema>;
export type ResetRequest = z.output<typeof resetRequestSchema>;
export type PasswordChange = z.output<typeof passwordChangeSchema>;
export type NewPassword = z.output<typeof newPasswordSchema>;
