import { apiAsAdmin, type Row } from './api.ts';

/** A text without a place to break a line, as long as its field allows. */
export const unbroken = (length: number, letter = 'W') => letter.repeat(length);

/** An e-mail address of the same kind. */
export const address = (letter: string) => `${letter.repeat(60)}@${letter.repeat(60)}.example`;

/** A call as the administrator, and what it answers. */
export async function asAdmin<Answer>(path: string, body: Row, method = 'POST'): Promise<Answer> {
  const { status, body: answer } = await apiAsAdmin(path, method, body);
  if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
  return (Array.isArray(answer) ? answer[0] : answer) as Answer;
}
