import {
  completionReply,
  errorReply,
  type FakeLanguageModel,
  type ModelReply,
  noReply,
  startFakeLanguageModel,
} from '../../supabase/functions/_testing/fake-language-model.ts';

/**
 * Answers as the tour's title asks: an error for « en panne », none for « sans fin », else a description that quotes
 * it.
 */
const obligingReply: ModelReply = (response, call) => {
  const { titre } = JSON.parse(call.body.messages[1]?.content ?? '{}') as { titre?: string };
  if (titre?.includes('en panne')) return errorReply(503)(response, call);
  if (titre?.includes('sans fin')) return noReply(response, call);
  return completionReply(JSON.stringify({ description: `Parcourez ${titre}, au rythme de vos pas.` }))(
    response,
    call,
  );
};

/** Starts a fake language model, and returns the settings that make the stack use it. */
export async function startLanguageModel(): Promise<{
  model: FakeLanguageModel;
  env: Record<string, string>;
}> {
  const model = await startFakeLanguageModel();
  model.reset(obligingReply);
  const env = { LLM_BASE_URL: `${model.url}/v1`, LLM_MODEL: 'essai', LLM_API_KEY: 'cle-d-essai' };
  return { model, env };
}
