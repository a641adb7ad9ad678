import type { z } from 'zod';
import {
  type AnswerFormat,
  answerFormats,
  type ChatCost,
  type ChatMessage,
  type ContentPart,
  completeChat,
  type LanguageModelSettings,
  readLanguageModelSettings,
} from './chat-completions.ts';
import type { Dependencies } from './dependencies.ts';
import type { FunctionError } from './errors.ts';
import { languageModelError } from './language-model-errors.ts';
import { serviceApi } from './service-api.ts';
import { type JsonSchema, type ParsedAnswer, parseAnswer, strictJsonSchema } from './structured-answer.ts';

export interface Question<T> {
  /** Name of the answer's schema for the provider, and of the cost in the log: letters, digits, `_`. */
  name: string;
  /** Schema of the answer; its French messages go back to the model when it must correct itself. */
  schema: z.ZodType<T>;
  system: string;
  /** With pictures, the model that sees is asked. */
  user: string | ContentPart[];
  /** Largest answer, in the provider's tokens. */
  maxTokens: number;
}

interface Conversation {
  dependencies: Dependencies;
  settings: LanguageModelSettings;
  question: Question<unknown>;
  definition: JsonSchema;
  signal: AbortSignal;
}

/** Time limit for all calls of one question, under the 150 s that a hosted function lives. */
const CONVERSATION_MS = 120_000;

/**
 * Asks for one JSON object and returns it checked. A provider that refuses the strict schema (HTTP 400) is asked
 * again in a simpler format; an answer that fails the schema goes back once, with its errors. Throws a French
 * FunctionError: 503 naming a missing variable before any call, 429, 502 or 504 for a failure of the provider.
 */
export async function askLanguageModel<T>(
  dependencies: Dependencies,
  question: Question<T>,
  signal: AbortSignal,
): Promise<T> {
  const settings = readLanguageModelSettings(dependencies.env, typeof question.user !== 'string');
  const definition = strictJsonSchema(question.schema);
  const deadline = AbortSignal.any([signal, dependencies.clock.timeout(CONVERSATION_MS)]);
  const conversation = { dependencies, settings, question, definition, signal: deadline };

  const messages: ChatMessage[] = [
    { role: 'system', content: `${question.system}\n\n${formatInstruction(definition)}` },
    { role: 'user', content: question.user },
  ];
  const first = await askWithin(conversation, messages, answerFormats);
  const answer = parseAnswer(question.schema, first.content);
  if (answer.ok) return answer.value;

  const correction = [...messages, ...repairTurn(first.content, answer)];
  const second = await askWithin(
    conversation,
    correction,
    answerFormats.slice(answerFormats.indexOf(first.format)),
  );
  const corrected = parseAnswer(question.schema, second.content);
  if (corrected.ok) return corrected.value;
  throw languageModelError('llm_invalid_answer', corrected.issues.join(' | ').slice(0, 300));
}

/** Tries the formats in turn, the next one only after HTTP 400. */
async function askWithin(
  { dependencies, settings, question, definition, signal }: Conversation,
  messages: ChatMessage[],
  formats: readonly AnswerFormat[],
): Promise<{ content: string; format: AnswerFormat }> {
  let refused: FunctionError | undefined;
  for (const format of formats) {
    const schema = { name: question.name, definition };
    const turn = { messages, maxTokens: question.maxTokens, format, schema };
    const outcome = await completeChat(dependencies, settings, turn, signal, (cost) =>
      recordCost(dependencies, question.name, cost),
    );
    if ('content' in outcome) return { content: outcome.content, format };
    refused = outcome.refused;
  }
  throw refused ?? languageModelError('llm_rejected');
}

/** Records the cost of a call. A failure to record it must not lose the answer. */
async function recordCost(dependencies: Dependencies, purpose: string, cost: ChatCost): Promise<void> {
  try {
    await serviceApi(dependencies).insert('language_model_calls', { purpose, ...cost });
  } catch (error) {
    const detail = `cost not recorded: ${error instanceof Error ? error.message : error}`;
    const { http_status: status, duration_ms: ms } = cost;
    dependencies.log({ function: purpose, requestId: '', status: status ?? 0, code: 'llm_cost', ms, detail });
  }
}

function formatInstruction(definition: JsonSchema): string {
  return `Réponds uniquement par un objet JSON conforme à ce schéma, sans texte autour\u00a0: ${JSON.stringify(definition)}`;
}

function repairTurn(
  content: string,
  { issues }: Extract<ParsedAnswer<unknown>, { ok: false }>,
): ChatMessage[] {
  const request = `Ta réponse n'est pas acceptée\u00a0:\n- ${issues.join('\n- ')}\nRedonne l'objet JSON complet, corrigé, sans texte autour.`;
  // Some providers refuse an empty assistant message.
  const previous: ChatMessage[] = content.trim()
    ? [{ role: 'assistant', content: content.slice(0, 8_000) }]
    : [];
  return [...previous, { role: 'user', content: request }];
}
