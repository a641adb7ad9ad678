import { z } from 'zod';
import { isEmailAddress } from '../supabase/functions/_shared/contract/email-address.ts';
import { telHref } from '../supabase/functions/_shared/contract/phone.ts';

const text = (max: number) => z.string().trim().min(1).max(max);
const httpUrl = z.url({ protocol: /^https?$/ });

/**
 * The environment variables of the site; the studio's identity in them gives way to what is saved in the settings
 * (build/identity.ts), and takes the same lengths. Parsed by vite.config.ts, so that a missing variable stops the start or the
 * build with its name, and zod stays out of the public bundle.
 */
const envSchema = z.object({
  VITE_SUPABASE_URL: httpUrl.transform((url) => url.replace(/\/+$/, '')),
  VITE_SUPABASE_PUBLISHABLE_KEY: text(300).refine(
    (key) => !key.startsWith('sb_secret_'),
    'une clé secrète ne doit jamais être donnée au navigateur : utilisez la clé « sb_publishable_… »',
  ),
  VITE_SITE_URL: httpUrl.transform((url) => url.replace(/\/+$/, '')).default('http://localhost:5173'),
  VITE_SITE_NAME: text(100).default('Territoire 360'),
  VITE_CONTACT_EMAIL: z
    .string()
    .refine(isEmailAddress, 'ce n’est pas une adresse')
    .default('bonjour@territoire360.example'),
  VITE_LEGAL_NAME: text(200).default('Territoire 360 inc. (nom de démonstration)'),
  VITE_POSTAL_ADDRESS: text(300).default('100, rue de la Démonstration, Québec (Québec)  G1R 0A0'),
  VITE_PHONE: text(40).optional(),
  VITE_NEQ: text(10).optional(),
  VITE_TAXES: text(80).optional(),
  // « oui » where the studio makes its prices public, and where the build writes the municipal kit (build/public-offer.ts).
  VITE_SHOWS_ESTIMATE: z.enum(['oui', 'non']).default('non'),
  VITE_HAS_KIT: z.enum(['oui', 'non']).default('non'),
  VITE_LOGO_PATH: z
    .string()
    .regex(/^[a-z0-9-]{1,80}\.(png|jpg|webp)$/)
    .optional(),
  VITE_TURNSTILE_SITE_KEY: text(100).optional(),
  // The home page's first picture, which the build makes from a published tour (build/hero-tour.ts).
  VITE_HERO_TOUR: text(100)
    .regex(/^[a-z0-9-]+$/)
    .optional(),
  VITE_HERO_CAPTION: text(400).default('Image de démonstration'),
  VITE_HERO_PICTURE: z
    .string()
    .regex(/^\/images\/hero(-[0-9a-f]{12})?$/)
    .default('/images/hero'),
  // Every bucket of small files is under this least value (supabase/config.toml): only originals and deliveries are not.
  VITE_MAX_UPLOAD_BYTES: z.coerce
    .number('un nombre d’octets')
    .int('un nombre entier d’octets')
    .min(10 * 1024 * 1024, 'au moins 10485760, soit 10 Mo')
    .optional(),
  VITE_CREATIVE_SERVICES_URL: httpUrl.default('https://creation.territoire360.example'),
  VITE_ALL_TOURS_URL: httpUrl.default('https://visites.territoire360.example'),
});

/** The validated environment: addresses without a trailing slash, defaults filled in. */
export type Env = z.infer<typeof envSchema>;

/**
 * Validates the environment.
 *
 * @param raw name → value, as read from `.env*` files and the process; an empty value counts as missing.
 * @throws Error whose French message names each variable that is missing or wrong, one a line.
 */
export function parseEnv(raw: Record<string, string | undefined>): Env {
  const filled = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== ''));
  const result = envSchema.safeParse(filled);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return filled[name] === undefined
      ? `- ${name} : manquante`
      : `- ${name} : valeur refusée (${issue.message})`;
  });
  throw new Error(
    [
      "La configuration du site est incomplète. Variables d'environnement à corriger :",
      ...lines,
      'Chaque variable est décrite dans .env.example. En local, « npm start » les fournit lui-même.',
    ].join('\n'),
  );
}

/** A logo as the site shows it; its size is in its name (src/admin/settings/data/studio-logo.ts). */
function logoOf(api: string, path: string) {
  const [, width, height] = /-(\d{1,5})x(\d{1,5})-/.exec(path) ?? [];
  return {
    url: `${api}/storage/v1/object/public/studio/${path}`,
    width: Number(width) || 1,
    height: Number(height) || 1,
  };
}

/** The part of the environment that the browser gets, by short names: each name weighs in the script of every page. */
export function browserConfig(env: Env) {
  return {
    api: {
      url: env.VITE_SUPABASE_URL,
      key: env.VITE_SUPABASE_PUBLISHABLE_KEY,
      maxUpload: env.VITE_MAX_UPLOAD_BYTES,
    },
    site: {
      name: env.VITE_SITE_NAME,
      url: env.VITE_SITE_URL,
      contactEmail: env.VITE_CONTACT_EMAIL,
      legalName: env.VITE_LEGAL_NAME,
      postalAddress: env.VITE_POSTAL_ADDRESS,
      phone: env.VITE_PHONE,
      phoneHref: env.VITE_PHONE && telHref(env.VITE_PHONE),
      neq: env.VITE_NEQ,
      taxes: env.VITE_TAXES,
      logo: env.VITE_LOGO_PATH ? logoOf(env.VITE_SUPABASE_URL, env.VITE_LOGO_PATH) : undefined,
      showsEstimate: env.VITE_SHOWS_ESTIMATE === 'oui',
      hasKit: env.VITE_HAS_KIT === 'oui',
      turnstileKey: env.VITE_TURNSTILE_SITE_KEY,
      creativeServicesUrl: env.VITE_CREATIVE_SERVICES_URL,
      allToursUrl: env.VITE_ALL_TOURS_URL,
    },
    // Separate, because only the home page needs it.
    hero: {
      picture: env.VITE_HERO_PICTURE,
      caption: env.VITE_HERO_CAPTION,
      tour: env.VITE_HERO_TOUR,
    },
  };
}
