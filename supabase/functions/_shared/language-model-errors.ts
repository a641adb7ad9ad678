import { withDetails } from './contract/technical-details.ts';
import { type ErrorStatus, FunctionError } from './errors.ts';
import type { FetchFailureKind } from './limited-fetch.ts';

/** Messages for every failure of the language model, with the action that the person can take. */
const failureTexts = {
  llm_key_refused: [
    503,
    withDetails(
      'Le fournisseur du modèle de langue refuse la clé du studio.',
      'vérifiez LLM_API_KEY dans les secrets des fonctions.',
    ),
  ],
  llm_not_found: [
    503,
    withDetails(
      'Le fournisseur ne trouve pas ce modèle de langue.',
      'vérifiez LLM_BASE_URL et LLM_MODEL dans les secrets des fonctions.',
    ),
  ],
  llm_rate_limited: [
    429,
    'Le fournisseur du modèle de langue limite les demandes (débit ou quota). Réessayez dans quelques minutes.',
  ],
  llm_unavailable: [
    502,
    'Le fournisseur du modèle de langue est en panne ou surchargé. Réessayez dans quelques minutes.',
  ],
  llm_unreachable: [
    502,
    withDetails(
      'Le modèle de langue est injoignable. Réessayez dans quelques minutes.',
      'vérifiez LLM_BASE_URL.',
    ),
  ],
  llm_rejected: [
    502,
    withDetails(
      'Le fournisseur du modèle de langue refuse la demande.',
      'vérifiez que LLM_MODEL convient à ce fournisseur.',
    ),
  ],
  llm_unreadable: [502, 'Le fournisseur du modèle de langue a donné une réponse illisible.'],
  llm_truncated: [502, 'La réponse du modèle de langue a été coupée avant la fin. Réessayez.'],
  llm_refused: [
    502,
    'Le modèle de langue a refusé de répondre à cette demande. Reformulez le titre, puis réessayez.',
  ],
  llm_blind: [
    503,
    withDetails(
      'Le modèle configuré ne voit pas les images. Rien n’a changé\u00a0: les textes s’écrivent à la main.',
      'choisissez un modèle qui voit, dans LLM_MODEL ou LLM_VISION_MODEL.',
    ),
  ],
  llm_pictures_refused: [
    502,
    'Le modèle de langue a refusé de décrire ces panoramas. Leurs textes s’écrivent à la main.',
  ],
  llm_invalid_answer: [
    502,
    'Le modèle de langue n’a pas donné une réponse utilisable, même après une correction. Réessayez.',
  ],
  llm_timeout: [504, 'Le modèle de langue met trop de temps à répondre. Réessayez dans quelques instants.'],
  // Never shown: the caller has disconnected.
  llm_aborted: [400, 'La demande a été annulée.'],
} satisfies Record<string, [ErrorStatus, string]>;

export type LanguageModelFailure = keyof typeof failureTexts;

/** Makes the French error of one failure; `detail` is for the log. */
export function languageModelError(failure: LanguageModelFailure, detail?: string): FunctionError {
  const [status, message] = failureTexts[failure];
  return new FunctionError(status, failure, message, detail);
}

/** Classifies an HTTP status of the provider other than 2xx. */
export function failureOfStatus(status: number): LanguageModelFailure {
  if (status === 401 || status === 403) return 'llm_key_refused';
  // A redirect is not followed; the usual cause is http typed for https.
  if (status === 404 || status < 400) return 'llm_not_found';
  if (status === 429) return 'llm_rate_limited';
  if (status >= 500) return 'llm_unavailable';
  return 'llm_rejected';
}

/** Failure of a call without any answer, by its cause. */
export const failureOfFetch = {
  timeout: 'llm_timeout',
  aborted: 'llm_aborted',
  unreachable: 'llm_unreachable',
  too_large: 'llm_unreadable',
} satisfies Record<FetchFailureKind, LanguageModelFailure>;
