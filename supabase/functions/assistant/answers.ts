import { z } from 'zod';
import { cutText } from '../_shared/contract/cut-text.ts';
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
    ...{
      devis: 'quote',
      quotes: 'quote',
      facture: 'invoice',
      invoices: 'invoice',
      visite: 'tour',
      tours: 'tour',
    },
    ...{ trips: 'trip', campaigns: 'campaign', appel_d_offres: 'tender', tenders: 'tender' },
    ...{ releve: 'survey', surveys: 'survey' },
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

/** Writes a value: long texts are cut, those of strangers say so, and records of a known place have their address. */
function written(
  value: unknown,
  context: { strangers: Readonly<Record<string, string>>; site: string },
  place?: string,
  source?: string,
): unknown {
  if (Array.isArray(value)) return value.map((one) => written(one, context, place, source));
  if (typeof value === 'string') {
    const cut = cutText(value, MAX_TEXT);
    const text = cut === value ? value : `${cut}… (coupé)`;
    return source && text ? { texte_de_tiers: text, source } : text;
  }
  if (value === null || typeof value !== 'object') return value;
  // A list or a record within another is a place by its name.
  const shown = Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      written(one, context, name, context.strangers[`${place}.${name}`] ?? context.strangers[name]),
    ]),
  );
  const row = value as Record<'id' | 'record_id' | 'kind' | 'target' | 'target_id', unknown>;
  // A line of « Aujourd'hui » may be about another record than its own.
  const [kind, id] = row.target ? [row.target, row.target_id] : [row.kind, row.id ?? row.record_id];
  if (typeof id !== 'string') return shown;
  const path = recordPath(String(kind), id) ?? recordPath(kindsOfPlaces.get(place ?? '') ?? place ?? '', id);
  return path ? { ...shown, adresse: context.site + path } : shown;
}
