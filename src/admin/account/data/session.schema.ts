import { z } from 'zod';
import { emailAddress } from '@/admin/kit/lib/text-schemas';

const email = emailAddress('Courriel invalide', 'L’adresse courriel ne peut pas dépasser 255 caractères');

const password = z
  .string()
  .min(6, 'Le mot de passe doit contenir au moins 6 caractères')
  .max(100, 'Le mot de passe ne peut pas dépasser 100 caractères');

/** Words that whoever guesses a password here tries first, without accents. */
const knownWords = [
  ...['territoire', '360', 'municipalite', 'municipal', 'mairie', 'ville', 'mrc', 'quebec', 'studio'],
  ...[
    'panorama',
    'visite',
    'virtuelle',
    'releve',
    'photo',
    'drone',
    'admin',
    'administrateur',
    'administratrice',
  ],
  ...['motdepasse', 'password', 'azerty', 'qwerty', 'bonjour', 'bienvenue', 'welcome'],
];

/** Tells whether a password is made of known words and fewer than eight other characters. */
function isGuessable(typed: string): boolean {
  const plain = typed
    .normalize('NFD')
    .replaceAll(/\p{Mn}|\s/gu, '')
    .toLowerCase();
  const rest = plain.replaceAll(new RegExp(knownWords.toSorted(longestFirst).join('|'), 'g'), '');
  return rest !== plain && rest.length < 8;
}

const longestFirst = (one: string, other: string) => other.length - one.length;

const newPassword = password.refine((typed) => !isGuessable(typed), {
  message: 'Trop facile à deviner\u00a0: ajoutez d’autres mots que ceux du studio et du métier',
});

/** E-mail and password, to sign in. Specification, section 5. */
export const credentialsSchema = z.object({ email, password });

/** E-mail and password of an account to create. */
export const accountSchema = z.object({ email, password: newPassword });

/** The e-mail that asks for a new password. */
export const resetRequestSchema = z.object({ email });

const isTypedTwice = [
  (values: { password: string; confirmation: string }) => values.password === values.confirmation,
  { path: ['confirmation'] as PropertyKey[], message: 'Les deux mots de passe ne sont pas identiques' },
] as const;

/** The new password, typed twice. */
export const newPasswordSchema = z
  .object({ password: newPassword, confirmation: z.string() })
  .refine(...isTypedTwice);

/** The present password, and the new one, typed twice. */
export const passwordChangeSchema = z
  .object({
    current: z.string().min(1, 'Entrez votre mot de passe actuel'),
    password: newPassword,
    confirmation: z.string(),
  })
  .refine(...isTypedTwice);

export type Credentials = z.output<typeof credentialsSchema>;
export type ResetRequest = z.output<typeof resetRequestSchema>;
export type PasswordChange = z.output<typeof passwordChangeSchema>;
export type NewPassword = z.output<typeof newPasswordSchema>;
