/** The two files of rules that Netlify and Cloudflare Pages read beside a site. Only what our build writes is known. */

type HeaderRule = { matches: (path: string) => boolean; headers: [name: string, value: string][] };
type Redirect = {
  matches: (path: string) => boolean;
  to: (path: string) => string;
  status: number;
  isForced: boolean;
};

/**
 * `/assets/*` → what a path has in place of the star, '' without one; `undefined` when it does not fall under it. A placeholder
 * (`/:page`) stands for one part of a path.
 */
function splatOf(pattern: string): (path: string) => string | undefined {
  const source = pattern
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\*/g, '(.*)');
  const expression = new RegExp(`^${source}$`);
  return (path) => {
    const found = expression.exec(path);
    return found ? (found[1] ?? '') : undefined;
  };
}

/** `/assets/*` → whether a path falls under it. */
function matcher(pattern: string): (path: string) => boolean {
  const splat = splatOf(pattern);
  return (path) => splat(path) !== undefined;
}

/** @throws Error on a line that is neither a path nor a header */
export function readHeaderRules(text: string): HeaderRule[] {
  const rules: HeaderRule[] = [];
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    if (line.startsWith('/')) {
      rules.push({ matches: matcher(line.trim()), headers: [] });
      continue;
    }
    const [, name, value] = /^\s+([\w-]+): (.+)$/.exec(line) ?? [];
    const rule = rules.at(-1);
    if (!rule || !name || !value) throw new Error(`_headers: ${line}`);
    rule.headers.push([name, value]);
  }
  return rules;
}

/** @throws Error on a line that is not « from to status » */
export function readRedirects(text: string): Redirect[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [from, to, status] = line.trim().split(/\s+/);
      if (!from || !to || !status) throw new Error(`_redirects: ${line}`);
      const splat = splatOf(from);
      return {
        matches: matcher(from),
        to: (path) => to.replace(':splat', () => encodeURI(splat(path) ?? '')),
        status: Number.parseInt(status, 10),
        isForced: status.endsWith('!'),
      };
    });
}
