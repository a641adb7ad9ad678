import { ResponseReading } from '../_shared/site/http-message.ts';
import { contactPages } from '../search-prospect-info/contact-links.ts';
import { bestEmail, emailsIn } from '../search-prospect-info/emails.ts';
import { refusesSolicitation } from '../search-prospect-info/no-solicitation.ts';
import { readContent } from '../search-prospect-info/page-content.ts';
import { phonesIn } from '../search-prospect-info/phones.ts';

/** Applies every step of the reader to a page. */
export function readPage(html: string) {
  const content = readContent(html);
  const emails = emailsIn(content);
  bestEmail([{ emails }], { company: 'Auberge des Caps', website: 'https://caps.test/' });
  contactPages(content.links, new URL('https://caps.test/'));
  return { emails, phones: phonesIn(content), refuses: refusesSolicitation(content.text) };
}

/** Gives a response to the reader, so many bytes at a time, and reads the result each time like the caller. */
export function readInPieces(response: Uint8Array, size: number) {
  const reading = new ResponseReading();
  for (let at = 0; at < response.length; at += size) {
    reading.add(response.subarray(at, at + size));
    reading.soFar();
  }
  return reading.soFar();
}
