import { JSONParser } from '@streamparser/json';
import { readTextFile } from '@/admin/kit/lib/decode-text';
import { readRelease, type TenderNotice, wantedPhrases } from './seao';

/** Content of a weekly file: number of releases, the notices with one of the phrases, and what was not read, in French. */
export type ReadWeek = { releases: number; notices: TenderNotice[]; unread: string[] };

/**
 * Reads a weekly file of SEAO in whichever encoding a program saved it, in a worker or by the command. Its releases are
 * parsed one by one, so that of its seventeen megabytes only the text is held whole. Of several releases of one call the
 * newest counts.
 *
 * @throws Error in French, when the file is not one of SEAO
 */
export async function readWeek(file: Blob, phrases: readonly string[]): Promise<ReadWeek> {
  const wanted = wantedPhrases(phrases);
  const newest = new Map<string, TenderNotice>();
  const unread: string[] = [];
  let releases = 0;
  const parser = new JSONParser({ paths: ['$.releases.*'], keepStack: false });
  parser.onValue = ({ value }) => {
    releases++;
    const notice = readRelease(value, wanted);
    if (!notice) return;
    if ('unread' in notice) {
      unread.push(notice.unread);
      return;
    }
    const known = newest.get(notice.ocid);
    if (!known || Date.parse(known.published_at) <= Date.parse(notice.published_at)) {
      newest.set(notice.ocid, notice);
    }
  };
  let isBroken = false;
  parser.onError = () => {
    isBroken = true;
  };
  parser.write((await readTextFile(file)).text);
  if (isBroken || !parser.isEnded || releases === 0) {
    throw new Error('Ce fichier n’est pas un fichier hebdomadaire du SEAO, ou il est incomplet.');
  }
  return { releases, notices: [...newest.values()], unread };
}
