import type { RequestListener } from 'node:http';

/** Delay before the page reloads, in s. */
const RETRY_SECONDS = 5;

const states = {
  building: {
    title: 'Le site se construit',
    text: 'C’est sa première construction\u00a0: elle prend une à deux minutes. Cette page se recharge automatiquement.',
  },
  failed: {
    title: 'Le site n’a pas pu être construit',
    text: 'Dans l’administration, au tableau de bord, choisissez «\u00a0Publier le site\u00a0». La raison est écrite dans le terminal de «\u00a0npm start\u00a0».',
  },
} as const;

/**
 * Answers 503 at every address while there is no site to serve, with a page that explains why and reloads by itself.
 */
export function missingSite(state: keyof typeof states): RequestListener {
  const { title, text } = states[state];
  const page = `<!doctype html>
<html lang="fr-CA">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>${title}</title>
<style>body{margin:15vh auto;max-width:34rem;padding:0 1.25rem;font:1.125rem/1.6 system-ui,sans-serif;color:#10343c}h1{line-height:1.2}</style>
<h1>${title}</h1>
<p>${text}</p>
</html>
`;
  return (request, response) => {
    response.writeHead(503, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': String(RETRY_SECONDS),
    });
    response.end(request.method === 'HEAD' ? undefined : page);
  };
}
