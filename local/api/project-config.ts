import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'smol-toml';

type Table = Record<string, unknown>;

interface Bucket {
  public: boolean;
  fileSizeLimit: number | null;
  allowedMimeTypes: string[] | null;
  /** A folder whose files are put there with the seed; absolute. */
  objectsPath?: string;
}

export interface EmailTemplate {
  subject: string;
  /** Absolute path of the folder. */
  path: string;
}

/** The part of supabase/config.toml that the embedded stack obeys. */
export interface ProjectConfig {
  projectId: string;
  api: { schemas: string[]; extraSearchPath: string[]; maxRows: number; autoExposeNewTables: boolean };
  seedPaths: string[];
  storage: { fileSizeLimit: number; buckets: Record<string, Bucket> };
  /** `[auth]` as it stands, for the auth service of @supabase/lite. */
  auth: Table & { email: Table };
  templates: Record<string, EmailTemplate>;
  functions: Record<string, { enabled: boolean; verifyJwt: boolean }>;
}

/** Reads and normalises `supabase/config.toml`, with the official CLI's defaults for what it leaves out. */
export function readProjectConfig(supabaseDir: string): ProjectConfig {
  const config = parse(readFileSync(join(supabaseDir, 'config.toml'), 'utf8')) as Table;
  const api = table(config.api);
  const storage = table(config.storage);
  const { email, ...auth } = table(config.auth);
  const { template, smtp: _hostedSmtp, ...emailSettings } = table(email);
  return {
    projectId: textOr(config.project_id, 'local'),
    api: {
      schemas: texts(api.schemas, ['public', 'graphql_public']),
      extraSearchPath: texts(api.extra_search_path, ['public', 'extensions']),
      maxRows: typeof api.max_rows === 'number' ? api.max_rows : 1000,
      autoExposeNewTables: api.auto_expose_new_tables === true,
    },
    seedPaths:
      table(table(config.db).seed).enabled === false
        ? []
        : texts(table(table(config.db).seed).sql_paths, ['./seed.sql']),
    storage: {
      fileSizeLimit: bytes(storage.file_size_limit) ?? bytes('50MiB') ?? 0,
      buckets: mapTable(storage.buckets, (bucket) => ({
        public: bucket.public === true,
        fileSizeLimit: bytes(bucket.file_size_limit),
        ...(typeof bucket.objects_path === 'string'
          ? { objectsPath: resolve(supabaseDir, bucket.objects_path) }
          : {}),
        allowedMimeTypes: Array.isArray(bucket.allowed_mime_types)
          ? texts(bucket.allowed_mime_types, [])
          : null,
      })),
    },
    auth: { ...auth, email: emailSettings },
    templates: mapTable(template, (entry) => ({
      subject: textOr(entry.subject, ''),
      // Relative to the folder that holds `supabase/`, as in the CLI.
      path: resolve(supabaseDir, '..', textOr(entry.content_path, '')),
    })),
    functions: mapTable(config.functions, (entry) => ({
      enabled: entry.enabled !== false,
      verifyJwt: entry.verify_jwt !== false,
    })),
  };
}

/** `3MiB` → 3145728; null when absent. Throws on a size that cannot be read. */
function bytes(size: unknown): number | null {
  if (size === undefined || size === '') return null;
  const parts = /^(\d+(?:\.\d+)?)\s*([KMG]?)(i?)B$/i.exec(String(size));
  if (!parts) throw new Error(`supabase/config.toml : taille illisible « ${String(size)} »`);
  const [, amount, prefix = '', binary] = parts;
  const power = ['', 'K', 'M', 'G'].indexOf(prefix.toUpperCase());
  return Math.floor(Number(amount) * (binary ? 1024 : 1000) ** power);
}

function table(value: unknown): Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Table) : {};
}

function mapTable<T>(value: unknown, map: (entry: Table) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(table(value)).map(([name, entry]) => [name, map(table(entry))]));
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}

function texts(value: unknown, fallback: string[]): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : fallback;
}
