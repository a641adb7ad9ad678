import robotsParser from 'robots-parser';
import type { Dependencies } from '../_shared/dependencies.ts';
import { SiteFailure } from '../_shared/site/site-address.ts';
import { ROBOT_NAME, redirection, requestSite, type SiteAnswer } from '../_shared/site/site-request.ts';

export interface SitePage {
  /** Final address after the redirects. */
  url: URL;
  html: string;
}

export type PageReader = (url: URL) => Promise<SitePage>;

/** The package's types are those of an ES module, which it is not: Deno's compiler finds no function in it. */
const parseRobots = robotsParser as unknown as (
  address: string,
  rules: string,
) => { isAllowed: (url: string, robot: string) => boolean | undefined };
type Robot = ReturnType<typeof parseRobots>;

const MOST_REDIRECTS = 4;
const ROBOTS_BYTES = 500 * 1024;
const MOST_WILDCARDS = 5_000;
const KEEP_OUT = 'User-agent: *\nDisallow: /';

/**
 * Makes a reader of sites' pages: each only where the site's robots.txt allows (asked once per site), following at
 * most four redirects, each of them checked anew. Rejects with SiteFailure.
 */
export function pageReader(
  dependencies: Pick<Dependencies, 'net' | 'env' | 'clock'>,
  signal: AbortSignal,
): PageReader {
  const get = (url: URL) => requestSite(url, dependencies, signal);
  const rules = new Map<string, Promise<Robot>>();
  const mayRead = async (url: URL) => {
    const address = new URL('/robots.txt', url).href;
    const robot = rules.get(address) ?? readRules(new URL(address), get);
    rules.set(address, robot);
    return (await robot).isAllowed(url.href, ROBOT_NAME) !== false;
  };
  return async (first) => {
    let url = first;
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      // No other kind of address has a robots.txt.
      if (!/^https?:$/.test(url.protocol)) throw new SiteFailure('refused', url.protocol);
      if (!(await mayRead(url))) throw new SiteFailure('robots');
      const answer = await get(url);
      const next = redirection(answer, url);
      if (!next) return { url, html: readHtml(answer) };
      url = next;
    }
    throw new SiteFailure('unreachable', 'too many redirects');
  };
}

/** Reads a site's rules (RFC 9309): no file means no rule; a failing server means « keep out ». */
async function readRules(url: URL, get: (url: URL) => Promise<SiteAnswer>): Promise<Robot> {
  const robot = (text: string) => parseRobots(url.href, text);
  let at = url;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const answer = await get(at);
    const next = redirection(answer, at);
    if (!next) {
      if (answer.status >= 500) return robot(KEEP_OUT);
      return robot(answer.status === 200 ? rulesText(answer.body) : '');
    }
    at = next;
  }
  return robot('');
}

/** Cuts the rules at the length that RFC 9309 asks a robot to read, without splitting a rule. */
function rulesText(body: Uint8Array): string {
  const text = new TextDecoder().decode(body.subarray(0, ROBOTS_BYTES));
  // Rules with many wildcards are slow to match, and such a number is an attack.
  if (text.split('*').length > MOST_WILDCARDS) return KEEP_OUT;
  return body.length > ROBOTS_BYTES ? text.slice(0, text.lastIndexOf('\n') + 1) : text;
}

function readHtml({ status, headers, body }: SiteAnswer): string {
  if (status !== 200) throw new SiteFailure('error_status', String(status));
  const type = headers.get('content-type')?.toLowerCase() ?? '';
  if (type && !/^(text\/html|application\/xhtml\+xml)\b/.test(type)) throw new SiteFailure('not_html', type);
  // A picture served as a page: text has no zero bytes.
  if (body.subarray(0, 4_096).includes(0)) throw new SiteFailure('not_html', 'binary');
  const start = new TextDecoder('latin1').decode(body.subarray(0, 4_096));
  if (!/<[a-z!]/i.test(start)) throw new SiteFailure('not_html', 'no markup');
  const charset =
    /charset=["']?([\w-]+)/i.exec(type)?.[1] ?? /<meta[^>]+charset=["']?([\w-]+)/i.exec(start)?.[1];
  return decoder(charset).decode(body);
}

function decoder(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
