import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownValues } from './known-values.ts';
import type { NotedRequest } from './note-requests.ts';
import { NEW_VALUE, questionOf, type RecordedRequest, recordedFrom } from './recorded-request.ts';

/** Requests of the end-to-end tests when `npm run renew -- requests` last ran, one a line. */
export const RECORDING = new URL('./recorded.json', import.meta.url);

export const readRecorded = (): RecordedRequest[] => JSON.parse(readFileSync(RECORDING, 'utf8'));

/** Reads the distinct requests of folders of notes, by question. */
export function readNoted(...folders: string[]): Map<string, RecordedRequest> {
  const found = new Map<string, RecordedRequest>();
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  for (const file of files.filter((name) => name.endsWith('.jsonl')).sort()) {
    const known = JSON.parse(readFileSync(file.replace(/l$/, ''), 'utf8')) as {
      values: KnownValues;
      roles: KnownValues;
    };
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const request = recordedFrom(JSON.parse(line) as NotedRequest, known);
      const question = questionOf(request);
      const other = found.get(question);
      if (!other || isBetter(request, other)) found.set(question, request);
    }
  }
  return found;
}

/** Compares two examples of a question: the one with more existing rows is better, and ties are stable. */
function isBetter(left: RecordedRequest, right: RecordedRequest): boolean {
  const [one, other] = [JSON.stringify(left), JSON.stringify(right)];
  const unknown = (text: string) => text.split(NEW_VALUE).length;
  return unknown(one) < unknown(other) || (unknown(one) === unknown(other) && one < other);
}
