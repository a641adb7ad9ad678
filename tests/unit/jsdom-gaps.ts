// Replaces what jsdom lacks, or does slowly. Loaded once for each worker: its test files share one page (vite.config.ts).

// Toasts capture the pointer, which jsdom cannot.
Element.prototype.setPointerCapture = () => {};

// The palette's library asks a page for these; jsdom lays nothing out, so it cannot scroll.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// In the Chromium of 2026 it returns a promise, which the types do not know yet.
const scrollIntoView: () => unknown = () => Promise.resolve();
Element.prototype.scrollIntoView ??= scrollIntoView as () => void;
Range.prototype.getClientRects ??= () => document.createElement('p').getClientRects();

// Object URLs, whose pictures jsdom does not load.
URL.createObjectURL ??= () => 'blob:file';
URL.revokeObjectURL ??= () => {};

// Popovers, which jsdom never shows: their button shows them, and a button inside may hide them.
document.addEventListener('click', ({ target }) => {
  const id = target instanceof Element && target.closest('[popovertarget]')?.getAttribute('popovertarget');
  const panel = id ? document.getElementById(id) : null;
  if (panel) panel.style.display = panel.style.display ? '' : 'block';
});
HTMLElement.prototype.hidePopover = function hide() {
  this.style.display = '';
};

// Toasts fade in, and tests find their text before they are opaque. Their buttons accept the pointer that a
// dialog takes away, by classes that no test loads (toasts.tsx; notifications.spec.ts tests it in a browser).
const toastStyle = document.createElement('style');
toastStyle.textContent =
  '[data-sonner-toast] { opacity: 1 !important; } [data-sonner-toast] button { pointer-events: auto; }';
document.documentElement.append(toastStyle);

// Queries by role compute the style of every ancestor, which took a third of the time of all tests. No style
// sheet of ours is loaded, so only attributes and inline styles can hide an element.
const computedStyle = window.getComputedStyle;
const mayHideByDefault = (element: Element) =>
  /^(?:details|head|script|style|template)$/.test(element.localName) ||
  (element.localName === 'dialog' && !element.hasAttribute('open')) ||
  (element.localName === 'button' && element.closest('[data-sonner-toast]') !== null) ||
  // The inline style of a popover tells whether it is shown (above).
  (element.hasAttribute('popover') && (element as HTMLElement).style.display === '') ||
  ['hidden', 'data-sonner-toast'].some((name) => element.hasAttribute(name));
window.getComputedStyle = (element, pseudo) =>
  // Icons count too: for each element of the page there are three of their elements.
  (element instanceof HTMLElement || element instanceof SVGElement) && !mayHideByDefault(element)
    ? element.style
    : computedStyle(element, pseudo);

// A query by role tests each element against about eighty selectors. One that names another element type is
// answered at once.
const SIMPLE_SELECTOR = /^([a-z][a-z0-9]*)(?:[[:.#][^\s,>+~]*)?$/;
const kinds = new Map<string, string | undefined>();
const originalMatches = Element.prototype.matches;
Element.prototype.matches = function matchesQuickly(this: Element, selector: string) {
  if (!kinds.has(selector)) kinds.set(selector, SIMPLE_SELECTOR.exec(selector)?.[1]);
  const kind = kinds.get(selector);
  return kind !== undefined && kind !== this.localName ? false : originalMatches.call(this, selector);
} as typeof originalMatches;

// A query by label asks each field for its labels, and jsdom then walks the whole page for every label: the
// time grew with the square of the form.
function labelsOf(this: HTMLElement): HTMLLabelElement[] {
  const around = this.closest('label');
  return [
    ...(this.id ? document.querySelectorAll<HTMLLabelElement>(`label[for="${CSS.escape(this.id)}"]`) : []),
    ...(around && !around.htmlFor && around.control === this ? [around] : []),
  ];
}
for (const { prototype } of [
  ...[HTMLButtonElement, HTMLInputElement, HTMLMeterElement, HTMLOutputElement, HTMLProgressElement],
  ...[HTMLSelectElement, HTMLTextAreaElement],
]) {
  Object.defineProperty(prototype, 'labels', { get: labelsOf, configurable: true });
}
