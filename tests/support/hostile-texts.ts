import { apiAsAdmin, type Row } from './api.ts';

/** Makes a text without a line break opportunity, as long as its field allows. */
export const unbrokenText = (length: number, letter = 'W') => letter.repeat(length);

/** Makes a long e-mail address of one letter. */
export const address = (letter: string) => `${letter.repeat(60)}@${letter.repeat(60)}.example`;

/** Calls the API as the administrator, and returns the answer. */
export async function asAdmin<Answer>(path: string, body: Row, method = 'POST'): Promise<Answer> {
  const { status, body: answer } = await apiAsAdmin(path, method, body);
  if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
  return (Array.isArray(answer) ? answer[0] : answer) as Answer;
}
