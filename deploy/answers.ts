import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { UserError } from '../local/process/user-error.ts';
import { isEmailAddress } from '../supabase/functions/_shared/contract/email-address.ts';

const https = z
  .url({ protocol: /^https?$/, error: 'une adresse « https://… » est attendue' })
  .refine((url) => /^https:|^http:\/\/127\.0\.0\.1[:/]/.test(`${url}/`), 'il faut https')
  .transform((url) => url.replace(/\/+$/, ''));
const email = z.string().refine(isEmailAddress, 'ce n’est pas une adresse de courriel');
const text = (max: number) => z.string().trim().min(1, 'vide').max(max, `${max} caractères au plus`);

/** Everything that a deployment may be told; what is absent from `questions` is taken when the environment has it. */
const answersSchema = z
  .object({
    SUPABASE_PROJECT_REF: z.string().regex(/^[a-z]{20}$/, 'vingt lettres minuscules sont attendues'),
    SUPABASE_ACCESS_TOKEN: z.string().regex(/^sbp_\w{20,}$/, 'un jeton « sbp_… » est attendu'),
    SUPABASE_DB_PASSWORD: text(200).optional(),
    SUPABASE_URL: https.optional(),
    SUPABASE_API_URL: https.default('https://api.supabase.com'),
    SITE_URL: https,
    SITE_NAME: text(100),
    LEGAL_NAME: text(200),
    POSTAL_ADDRESS: text(300),
    CONTACT_EMAIL: email,
    MAIL_FROM: email,
    ADMIN_NOTIFICATION_EMAIL: z
      .string()
      .refine(
        (list) => list.split(',').every((one) => isEmailAddress(one.trim())),
        'ce n’est pas une adresse',
      ),
    RESEND_API_KEY: z.string().regex(/^re_/, 'une clé « re_… » est attendue').optional(),
    RESEND_BASE_URL: https.optional(),
    RESEND_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_/, 'un secret « whsec_… » est attendu')
      .optional(),
    RESEND_INBOUND_SECRET: z
      .string()
      .regex(/^whsec_/, 'un secret « whsec_… » est attendu')
      .optional(),
    SMTP_HOST: text(255).optional(),
    SMTP_PORT: z
      .string()
      .regex(/^\d{1,5}$/, 'un numéro de port est attendu')
      .refine(
        (port) => !['25', '587'].includes(port),
        'les fonctions hébergées n’ont ni 25 ni 587 : prenez 465',
      )
      .optional(),
    SMTP_USER: text(255).optional(),
    SMTP_PASSWORD: text(255).optional(),
    LLM_BASE_URL: https.optional(),
    LLM_API_KEY: text(500).optional(),
    LLM_MODEL: text(200).optional(),
    LLM_VISION_MODEL: text(200).optional(),
    SITE_BUILD_HOOK_URL: https.optional(),
    INBOUND_AUTHSERV_ID: text(255).optional(),
    TURNSTILE_SECRET_KEY: text(200).optional(),
    DKIM_SELECTORS: text(300).optional(),
    OVERPASS_URL: https.optional(),
    ROUTING_URL: https.optional(),
  })
  .refine(({ RESEND_API_KEY, SMTP_HOST }) => RESEND_API_KEY ?? SMTP_HOST, {
    path: ['RESEND_API_KEY'],
    error: 'une clé de Resend est nécessaire, ou SMTP_HOST et ce qui le suit',
  })
  // Other commands read SUPABASE_URL too: one that stayed in the shell must not mix two projects.
  .refine(
    ({ SUPABASE_URL, SUPABASE_PROJECT_REF: ref }) =>
      !SUPABASE_URL?.endsWith('.supabase.co') || SUPABASE_URL === `https://${ref}.supabase.co`,
    { path: ['SUPABASE_URL'], error: 'c’est l’adresse d’un autre projet' },
  );

/** Validated answers of the person who deploys. */
export type Answers = z.infer<typeof answersSchema>;
type Name = keyof Answers;
type Values = Record<string, string | undefined>;

interface Question {
  name: Name;
  ask: string;
  isSecret?: true;
  isOptional?: true;
  /** Answers before this one that make it useless. */
  isUseless?: (given: Values) => boolean;
}

const hasResend = ({ RESEND_API_KEY }: Values) => RESEND_API_KEY !== undefined;
const hasNoModel = ({ LLM_BASE_URL }: Values) => LLM_BASE_URL === undefined;

/** Asked on the terminal when it is missing, in this order. */
const questions: Question[] = [
  { name: 'SUPABASE_PROJECT_REF', ask: 'Référence du projet (vingt lettres)' },
  { name: 'SUPABASE_ACCESS_TOKEN', ask: 'Jeton d’accès (sbp_…)', isSecret: true },
  {
    name: 'SUPABASE_DB_PASSWORD',
    ask: 'Mot de passe de la base (vide : un rôle temporaire est demandé à Supabase)',
    isSecret: true,
    isOptional: true,
  },
  { name: 'SITE_URL', ask: 'Adresse du site (https://…)' },
  { name: 'SITE_NAME', ask: 'Nom du studio' },
  { name: 'LEGAL_NAME', ask: 'Raison sociale' },
  { name: 'POSTAL_ADDRESS', ask: 'Adresse postale' },
  { name: 'CONTACT_EMAIL', ask: 'Courriel public' },
  { name: 'MAIL_FROM', ask: 'Adresse d’expédition, d’un domaine vérifié' },
  { name: 'ADMIN_NOTIFICATION_EMAIL', ask: 'Qui est avisé d’une demande' },
  { name: 'RESEND_API_KEY', ask: 'Clé de Resend (vide : serveur SMTP)', isSecret: true, isOptional: true },
  { name: 'SMTP_HOST', ask: 'Serveur SMTP', isOptional: true, isUseless: hasResend },
  { name: 'SMTP_USER', ask: 'Utilisateur SMTP', isOptional: true, isUseless: hasResend },
  { name: 'SMTP_PASSWORD', ask: 'Mot de passe SMTP', isSecret: true, isOptional: true, isUseless: hasResend },
  { name: 'LLM_BASE_URL', ask: 'Modèle de langage : adresse (vide : sans rédaction)', isOptional: true },
  { name: 'LLM_MODEL', ask: 'Modèle de langage : nom', isOptional: true, isUseless: hasNoModel },
  {
    name: 'LLM_VISION_MODEL',
    ask: 'Modèle de langage qui voit les images : nom (vide : le même)',
    isOptional: true,
    isUseless: hasNoModel,
  },
  {
    name: 'LLM_API_KEY',
    ask: 'Modèle de langage : clé',
    isSecret: true,
    isOptional: true,
    isUseless: hasNoModel,
  },
  {
    name: 'SITE_BUILD_HOOK_URL',
    ask: 'Crochet de construction de l’hébergeur (vide : le dossier dist/ est à téléverser)',
    isSecret: true,
    isOptional: true,
  },
];

/** Asks one question; a secret is not echoed. */
export type Asker = (question: string, isSecret: boolean) => Promise<string>;

/**
 * Gathers what the deployment needs: the environment, then the file, then the terminal. Each answer is written to the
 * file as it is given, so that none is lost.
 *
 * @param ask absent where nobody is at the terminal
 */
export async function gatherAnswers(file: string, environment: Values, ask?: Asker): Promise<Answers> {
  const written = existsSync(file) ? (parseEnv(readFileSync(file, 'utf8')) as Values) : {};
  const values: Values = {};
  for (const name of Object.keys(answersSchema.shape)) {
    const value = environment[name]?.trim() || written[name]?.trim();
    if (value) values[name] = value;
  }
  for (const question of ask ? questions : []) {
    while (ask && isOpen(question, values, written)) {
      const given = (await ask(`${question.ask} : `, question.isSecret === true)).trim();
      const problem = problemOf(question, given);
      if (problem) {
        console.log(`  ${question.name} : ${problem}.`);
        continue;
      }
      // An empty line answers an optional question too: it is not asked at each run.
      writeFileSync(file, withLine(file, question.name, given), { mode: 0o600 });
      written[question.name] = given;
      if (given) values[question.name] = given;
    }
  }
  const result = answersSchema.safeParse(values);
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return `- ${name} : ${values[name] === undefined && !message.includes('Resend') ? 'manque' : message}`;
  });
  throw new UserError(
    [
      'Le déploiement ne peut pas commencer. À corriger dans l’environnement ou dans .env.production :',
      ...lines,
      'Chaque variable est décrite dans .env.example. Rien n’a été changé.',
    ].join('\n'),
  );
}

function isOpen(question: Question, values: Values, written: Values): boolean {
  const { name, isOptional, isUseless } = question;
  if (values[name] !== undefined || isUseless?.(values)) return false;
  return !(isOptional && written[name] !== undefined);
}

function problemOf({ name, isOptional }: Question, given: string): string | undefined {
  if (given === '' && isOptional) return undefined;
  if (/["\\\r\n]/.test(given)) return 'les guillemets droits et les barres obliques inversées ne passent pas';
  const result = answersSchema.shape[name].safeParse(given);
  return result.success ? undefined : (result.error.issues[0]?.message ?? 'refusé');
}

/** The text of the file with one more variable, or with another value of it. */
function withLine(file: string, name: string, value: string): string {
  const before = existsSync(file)
    ? readFileSync(file, 'utf8')
    : '# Écrit par « npm run deploy ». Jamais dans git.\n';
  const others = before.split('\n').filter((line) => line !== '' && !line.startsWith(`${name}=`));
  return `${[...others, `${name}="${value}"`].join('\n')}\n`;
}

/** Asks on the terminal. */
export async function askTerminal(question: string, isSecret: boolean): Promise<string> {
  let isMuted = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isMuted) process.stdout.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const ended = new AbortController();
  lines.once('SIGINT', () => ended.abort());
  lines.once('close', () => ended.abort());
  try {
    const answer = lines.question(question, { signal: ended.signal });
    isMuted = isSecret;
    return await answer;
  } catch {
    throw new UserError('\nInterrompu. Ce qui a été répondu est gardé dans .env.production.');
  } finally {
    lines.close();
    if (isSecret) process.stdout.write('\n');
  }
}
