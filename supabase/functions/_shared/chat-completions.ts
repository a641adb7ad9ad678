import { z } from 'zod';
import type { Dependencies } from './dependencies.ts';
import type { FunctionError } from './errors.ts';
import { failureOfFetch, failureOfStatus, languageModelError } from './language-model-errors.ts';
import { FetchFailure, type LimitedAnswer, limitedFetch } from './limited-fetch.ts';
import { missingSettings, readSetting } from './settings.ts';
import type { JsonSchema } from './structured-answer.ts';

export interface LanguageModelSettings {
  completionsUrl: string;
  /** Key of the service; absent only for a model on this machine. */
  apiKey: string | undefined;
  model: string;
}

/** Part of a message: words, or a picture as a `data:` address, which every provider takes without fetching anything. */
export type ContentPart = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } };

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string | ContentPart[];
}

/** Answer formats from the strictest to the one that every provider accepts. */
export const answerFormats = ['json_schema', 'json_object', 'text'] as const;
export type AnswerFormat = (typeof answerFormats)[number];

export interface ChatTurn {
  messages: ChatMessage[];
  maxTokens: number;
  format: AnswerFormat;
  schema: { name: string; definition: JsonSchema };
}

/** `refused` is HTTP 400: the provider does not take this form of request, a plainer one may pass. */
export type ChatOutcome = { content: string } | { refused: FunctionError };

/** Cost of one call, in the provider's units; null where it reports none. */
export interface ChatCost {
  model: string;
  http_status: number | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  duration_ms: number;
}

const limits = { timeoutMs: 60_000, maxBytes: 1024 * 1024 };

const tokenCount = z.int().nonnegative().nullish().catch(null);
const usageSchema = z.object({
  usage: z.object({ prompt_tokens: tokenCount, completion_tokens: tokenCount }),
});

const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
});

/**
 * Answers of providers about a model that takes no pictures, each in its own words: « image_url is only supported by certain
 * models », « unknown variant `image_url`, expected `text` », « content must be a string », « no mmproj ».
 */
const noVisionError =
  /image.{0,80}(?:support|enable|accept|allow|expected|missing|modal)|(?:support|enable|accept|allow|expected|missing|require|at most 0).{0,80}(?:image|vision)|multi-?modal|mmproj|content.{0,40}(?:must be|should be|expected|type).{0,20}string/is;

/** Statuses of an answer about unsupported pictures: servers of local models answer 500, aggregators 404. */
const blindStatuses = [400, 404, 415, 422, 500, 501];

/**
 * Reads LLM_BASE_URL (up to and including the version, with or without a final slash), LLM_MODEL and LLM_API_KEY.
 * Throws a 503 that names a missing variable. The address must be https, so that the key never crosses a network in
 * clear. On a loopback address http is accepted and the key optional: Ollama asks for none.
 *
 * @param seesPictures chooses LLM_VISION_MODEL, where it is set
 */
export function readLanguageModelSettings(
  env: Dependencies['env'],
  seesPictures = false,
): LanguageModelSettings {
  const base = readSetting(env, 'LLM_BASE_URL');
  const model = (seesPictures && readSetting(env, 'LLM_VISION_MODEL')) || readSetting(env, 'LLM_MODEL');
  const apiKey = readSetting(env, 'LLM_API_KEY');
  const given = base && /^https?:\/\//i.test(base) && URL.canParse(base) ? new URL(base) : undefined;
  const url = given && (given.protocol === 'https:' || isLoopback(given)) ? given : undefined;
  const missing = [
    ...(url ? [] : [base ? 'LLM_BASE_URL (adresse https)' : 'LLM_BASE_URL']),
    ...(model ? [] : ['LLM_MODEL']),
    ...(apiKey || (url && isLoopback(url)) ? [] : ['LLM_API_KEY']),
    // The key goes into a header: a pasted line break or accent would only fail later, as « unreachable ».
    ...(apiKey && !/^[\x21-\x7e]+$/.test(apiKey) ? ['LLM_API_KEY (caractères non permis)'] : []),
  ];
  if (!url || !model || missing.length > 0)
    throw missingSettings(missing, 'La rédaction automatique n’est pas activée.');
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
  return { completionsUrl: url.href, apiKey, model };
}

function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * Makes one call of the OpenAI-compatible chat completions protocol, with only the four fields that OpenAI, Mistral,
 * Gemini's compatible endpoint and Ollama all understand. Throws a French FunctionError for every failure but 400.
 *
 * @param record receives the cost of the call, answered or not.
 */
export async function completeChat(
  dependencies: Pick<Dependencies, 'fetch' | 'clock'>,
  settings: LanguageModelSettings,
  turn: ChatTurn,
  signal: AbortSignal,
  record: (cost: ChatCost) => Promise<void>,
): Promise<ChatOutcome> {
  const started = dependencies.clock.now();
  const cost = (answer?: LimitedAnswer): ChatCost => ({
    model: settings.model,
    http_status: answer?.status ?? null,
    ...readUsage(answer?.text),
    duration_ms: Math.max(0, Math.round(dependencies.clock.now() - started)),
  });
  const answer = await post(dependencies, settings, turn, signal).catch(async (error: unknown) => {
    await record(cost());
    throw error;
  });
  await record(cost(answer));
  const hasPictures = turn.messages.some(({ content }) => typeof content !== 'string');
  if (answer.ok) return { content: readContent(answer, hasPictures) };
  const detail = `HTTP ${answer.status}: ${withoutSecret(answer.text, settings.apiKey).slice(0, 300)}`;
  if (hasPictures && isBlind(answer, settings.model)) throw languageModelError('llm_blind', detail);
  const error = languageModelError(failureOfStatus(answer.status), detail);
  if (answer.status === 400) return { refused: error };
  throw error;
}

async function post(
  dependencies: Pick<Dependencies, 'fetch' | 'clock'>,
  { completionsUrl, apiKey, model }: LanguageModelSettings,
  { messages, maxTokens, format, schema }: ChatTurn,
  signal: AbortSignal,
): Promise<LimitedAnswer> {
  const body = { model, messages, max_tokens: maxTokens, response_format: responseFormat(format, schema) };
  const headers = {
    'content-type': 'application/json',
    ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
  };
  try {
    return await limitedFetch(
      dependencies,
      completionsUrl,
      { method: 'POST', headers, body: JSON.stringify(body) },
      { ...limits, signal },
    );
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    throw languageModelError(failureOfFetch[error.kind], error.message);
  }
}

/** Tells whether a refused call was refused for its pictures. The name of a model may hold the word « vision » itself. */
const isBlind = ({ status, text }: LimitedAnswer, model: string): boolean =>
  blindStatuses.includes(status) && noVisionError.test(text.replaceAll(model, '').slice(0, 2_000));

/** `undefined` is left out of the request by JSON.stringify. */
function responseFormat(format: AnswerFormat, { name, definition }: ChatTurn['schema']): object | undefined {
  if (format === 'text') return undefined;
  if (format === 'json_object') return { type: 'json_object' };
  return { type: 'json_schema', json_schema: { name, strict: true, schema: definition } };
}

function readContent({ text }: LimitedAnswer, hasPictures: boolean): string {
  const choice = readChoice(text);
  if (!choice) throw languageModelError('llm_unreadable', `no completion in ${text.length} characters`);
  if (choice.message.refusal || choice.finish_reason === 'content_filter') {
    const failure = hasPictures ? 'llm_pictures_refused' : 'llm_refused';
    throw languageModelError(failure, choice.finish_reason ?? undefined);
  }
  if (choice.finish_reason === 'length') throw languageModelError('llm_truncated');
  return choice.message.content ?? '';
}

function readChoice(text: string) {
  try {
    return completionSchema.parse(JSON.parse(text)).choices[0];
  } catch {
    return undefined;
  }
}

function readUsage(text = ''): Pick<ChatCost, 'prompt_tokens' | 'completion_tokens'> {
  try {
    const { prompt_tokens = null, completion_tokens = null } = usageSchema.parse(JSON.parse(text)).usage;
    return { prompt_tokens, completion_tokens };
  } catch {
    return { prompt_tokens: null, completion_tokens: null };
  }
}

/** Removes the secret from a text: some providers repeat the key they refuse. */
function withoutSecret(text: string, secret: string | undefined): string {
  return secret ? text.replaceAll(secret, '•••') : text;
}
