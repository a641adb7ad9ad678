import { z } from 'zod';
import { frenchIssues } from './errors.ts';

/** Rules that some providers refuse in a strict schema; zod still checks them on the answer. */
const unsupportedRules = [
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
];

export type JsonSchema = Record<string, unknown>;

/**
 * Converts to the strictest JSON schema that every OpenAI-compatible provider takes: all properties required, no
 * other ones, no length or range. Throws on an optional property: declare it `nullable` instead.
 */
export function strictJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...definition } = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      const { properties, required = [] } = jsonSchema;
      const optional = Object.keys(properties ?? {}).filter((name) => !required.includes(name));
      if (optional.length > 0) throw new TypeError(`not strict, make nullable: ${optional.join(', ')}`);
      for (const rule of unsupportedRules) delete (jsonSchema as JsonSchema)[rule];
    },
  });
  return definition;
}

export type ParsedAnswer<T> = { ok: true; value: T } | { ok: false; issues: string[] };

/** Parses the model's answer, without code fences or words around the object, and checks it with the schema. */
export function parseAnswer<T>(schema: z.ZodType<T>, text: string): ParsedAnswer<T> {
  const candidate = readJson(text);
  if (candidate === undefined) return { ok: false, issues: ['La réponse n’est pas un objet JSON.'] };
  const result = schema.safeParse(candidate, frenchIssues);
  if (result.success) return { ok: true, value: result.data };
  return {
    ok: false,
    issues: result.error.issues.map(({ path, message }) =>
      [path.join('.'), message].filter(Boolean).join(' : '),
    ),
  };
}

function readJson(text: string): unknown {
  const fenced = text.split('```', 3)[1]?.replace(/^json/i, '');
  const braced = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  for (const candidate of [text, fenced, braced]) {
    try {
      if (candidate) return JSON.parse(candidate);
    } catch {
      // The next candidate may be complete.
    }
  }
  return undefined;
}
