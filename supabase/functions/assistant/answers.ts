import { z } from 'zod';
import { cutText } from '../_shared/contract/cut-text.ts';
import { easternTime } from '../_shared/contract/eastern-time.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { FunctionError } from '../_shared/errors.ts';
import { recordPath } from '../_shared/record-paths.ts';
import { serviceApi } from '../_shared/service-api.ts';
import { siteUrls } from '../_shared/settings.ts';
import type { Tool } from './tool.ts';

/** Characters of one text, and of a whole answer: an assistant's window is not endless. */
const MAX_TEXT = 4_000;
const MAX_ANSWER = 60_000;

/** Kinds of the records that stand in a list or under the name of a tool, where the back office has another name. */
const kindsOfPlaces = new Map(
  Object.entries({
    ...{ contacts: 'contact', stops: 'contact', demande: 'request', requests: 'request' },
    ...{ devis: 'quote', quotes: 'quote', facture: 'invoice', invoices: 'invoice' },
    ...{
      visite: 'tour',
      tours: 'tour',
      trips: 'trip',
      campaigns: 'campaign',
      appel_d_offres: 'tender',
      tenders: 'tender',
    },
    ...{ releve: 'survey', surveys: 'survey', segments: 'segment' },
  }),
);

const answerSchema = z.union([
  z.object({ answer: z.unknown(), rows: z.number() }),
  z.object({ refusal: z.string(), is_told: z.boolean().nullable() }),
]);

/**
 * Asks the database for what a tool reads or prepares, with the key, and writes the answer as JSON: what strangers wrote stands in
 * objects that say so, and each record has the address where a person finds it. A refusal is a French sentence.
 */
export async function answerTool(
  name: string,
  { asks, arguments: taken, shows = (found) => found, strangers = {} }: Tool,
  key: string,
  given: Record<string, unknown>,
  dependencies: Dependencies,
): Promise<{ text: string; isRefused: boolean }> {
  const tool = asks(given);
  const refused = (text: string) => ({ text, isRefused: true });
  try {
    const found = await serviceApi(dependencies).call('answer_assistant', {
      ...{ key, tool, arguments: taken ? taken(given as never) : given },
    });
    if (found === null) return refused('Cette clé vient d’être révoquée.');
    const answered = answerSchema.parse(found);
    if ('refusal' in answered) {
      if (answered.is_told) return refused(answered.refusal);
      dependencies.log({
        ...{
          function: 'assistant',
          requestId: crypto.randomUUID(),
          status: 500,
          code: 'tool_refused',
          ms: 0,
        },
        detail: `${name}: ${answered.refusal}`,
      });
      return refused('La base de données n’a pas pu répondre à cette question.');
    }
    const shown = answered.answer === null ? null : shows(answered.answer, given);
    if (shown === null) return refused('Rien ne porte cet identifiant.');
    const site = siteUrls(dependencies.env)[0] ?? '';
    const text = JSON.stringify(written(shown, { strangers, site }, tool));
    if (text.length > MAX_ANSWER)
      return refused('La réponse est trop longue. Demandez une fiche ou un genre à la fois.');
    return { text, isRefused: false };
  } catch (thrown) {
    if (thrown instanceof FunctionError) return refused(thrown.message);
    throw thrown;
  }
}

/** A moment as the database writes it. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Writes a moment on Québec's clocks: « 2026-12-01 14 h 05 ». */
function quebecMoment(text: string): string {
  const { day, hour, minute } = easternTime(new Date(text));
  return `${day} ${hour} h${minute ? ` ${String(minute).padStart(2, '0')}` : ''}`;
}

const dollars = new Intl.NumberFormat('fr-CA', { style: 'currency', currency: 'CAD' });

/**
 * Returns a field as an assistant reads it without a mistake: an amount in dollars, not in cents; nothing of an empty
 * field.
 */
function field(name: string, value: unknown): [string, unknown] | undefined {
  if (value === null || value === '') return undefined;
  return name.endsWith('_cents') && typeof value === 'number'
    ? [name.slice(0, -'_cents'.length), dollars.format(value / 100)]
    : [name, value];
}

/**
 * Writes a value: long texts are cut, those of strangers say so, moments are Québec's, and records of a known place have
 * their address.
 */
function written(
  value: unknown,
  context: { strangers: Readonly<Record<string, string>>; site: string },
  place?: string,
  source?: string,
): unknown {
  if (Array.isArray(value)) return value.map((one) => written(one, context, place, source));
  if (typeof value === 'string') {
    if (!source && MOMENT.test(value)) return quebecMoment(value);
    const cut = cutText(value, MAX_TEXT);
    const text = cut === value ? value : `${cut}… (coupé)`;
    return source && text ? { texte_de_tiers: text, source } : text;
  }
  if (value === null || typeof value !== 'object') return value;
  // A list or a record within another is a place by its name.
  const shown = Object.fromEntries(
    Object.entries(value).flatMap(([given, one]) => {
      const shown = field(given, one);
      if (!shown) return [];
      const [name, content] = shown;
      const source = context.strangers[`${place}.${name}`] ?? context.strangers[name];
      return [[name, written(content, context, name, source)]];
    }),
  );
  const row = value as Record<'id' | 'record_id' | 'kind' | 'target' | 'target_id', unknown>;
  // A line of « Aujourd'hui » may be about another record than its own.
  const [kind, id] = row.target ? [row.target, row.target_id] : [row.kind, row.id ?? row.record_id];
  if (typeof id !== 'string') return shown;
  const path = recordPath(String(kind), id) ?? recordPath(kindsOfPlaces.get(place ?? '') ?? place ?? '', id);
  return path ? { ...shown, adresse: context.site + path } : shown;
}
