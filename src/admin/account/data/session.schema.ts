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

/** The new password, typed twice. */
export const newPasswordSchema = z
  .object({ password, confirmation: z.string() })
  .refine((values) => values.password === values.confirmation, {
    path: ['confirmation'],
    message: 'Les deux mots de passe ne sont pas identiques',
  });

export type Credentials = z.output<typeof credentialsSchema>;
export type ResetRequest = z.output<typeof resetRequestSchema>;
export type NewPassword = z.output<typeof newPasswordSchema>;
