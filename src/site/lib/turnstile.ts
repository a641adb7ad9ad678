/** Cloudflare's script, which the content policy allows only where the site key is set (build/host-files.ts). */
export const TURNSTILE_ORIGIN = 'https://challenges.cloudflare.com';
const SCRIPT = `${TURNSTILE_ORIGIN}/turnstile/v0/api.js?render=explicit`;

/** The part of Turnstile's interface in use: developers.cloudflare.com/turnstile. */
type Turnstile = {
  render: (element: HTMLElement, options: Record<string, unknown>) => string | undefined;
  remove: (widget: string) => void;
};

let loading: Promise<Turnstile> | undefined;

function loadTurnstile(): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.onload = () => {
      const { turnstile } = window as { turnstile?: Turnstile };
      if (turnstile) resolve(turnstile);
      else script.onerror?.('');
    };
    script.onerror = () => {
      // The next call loads the script again.
      loading = undefined;
      script.remove();
      reject(new Error('Turnstile did not load'));
    };
    document.head.append(script);
  });
  return loading;
}

/**
 * Shows the anti-robot check in an element.
 *
 * @param onToken receives the proof once the check is passed, and `''` when it has expired
 * @param onFailure called when the check could not be shown or has broken down
 * @returns a function that removes it
 */
export function showTurnstile(
  element: HTMLElement,
  siteKey: string,
  { onToken, onFailure }: { onToken: (token: string) => void; onFailure: () => void },
): () => void {
  let isGone = false;
  let remove = () => {};
  loadTurnstile().then((turnstile) => {
    if (isGone) return;
    const widget = turnstile.render(element, {
      sitekey: siteKey,
      // The function accepts no proof given for another action (supabase/functions/quote-request-form/proof.ts).
      action: 'quote-request',
      language: 'fr',
      theme: 'light',
      // The widget is as wide as its place, 300 px at least.
      size: 'flexible',
      callback: onToken,
      'expired-callback': () => onToken(''),
      'error-callback': () => {
        onFailure();
        // The error is marked as handled, so that Turnstile logs nothing.
        return true;
      },
    });
    if (widget) remove = () => turnstile.remove(widget);
    else onFailure();
  }, onFailure);
  return () => {
    isGone = true;
    remove();
  };
}
