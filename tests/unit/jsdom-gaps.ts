// Replaces what jsdom lacks, or does slowly. Loaded once for each worker: its test files share one page (vite.config.ts).

// Toasts capture the pointer, which jsdom cannot.
Element.prototype.setPointerCapture = () => {};

// The palette's library asks a page for these; jsdom lays nothing out, so it cannot scroll.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// A promise, as in the Chromium of 2026; the types do not know it yet.
const scrollIntoView: () => unknown = () => Promise.resolve();
Element.prototype.scrollIntoView ??= scrollIntoView as () => void;
Range.prototype.getClientRects ??= () => document.createElement('p').getClientRects();

// Addresses of files, whose pictures jsdom does not load.
URL.createObjectURL ??= () => 'blob:file';
URL.revokeObjectURL ??= () => {};

// Popovers, which jsdom never shows: a button shows its own, and what it holds may close it.
document.addEventListener('click', ({ target }) => {
  const id = target instanceof Element && target.closest('[popovertarget]')?.getAttribute('popovertarget');
  const panel = id ? document.getElementById(id) : null;
  if (panel) panel.style.display = panel.style.display ? '' : 'block';
});
HTMLElement.prototype.hidePopover = function hide() {
  this.style.display = '';
};

// Toasts fade in: tests find their text before they are opaque. Their buttons take back the pointer that a dialog takes from the
// page, by classes that no test loads (toasts.tsx; notifications.spec.ts sees it in a browser).
const shown = document.createElement('style');
shown.textContent =
  '[data-sonner-toast] { opacity: 1 !important; } [data-sonner-toast] button { pointer-events: auto; }';
document.documentElement.append(shown);

// Every look-up by role asks for the style of every ancestor, which took a third of the time of all tests. No style sheet
// of ours is loaded: what hides is an attribute that the browser's own sheet knows, or a style written on the element.
const computed = window.getComputedStyle;
const mayHideByDefault = (element: Element) =>
  /^(?:details|head|script|style|template)$/.test(element.localName) ||
  (element.localName === 'dialog' && !element.hasAttribute('open')) ||
  (element.localName === 'button' && element.closest('[data-sonner-toast]') !== null) ||
  // What is written on a popover tells whether it is shown (above).
  (element.hasAttribute('popover') && (element as HTMLElement).style.display === '') ||
  ['hidden', 'data-sonner-toast'].some((name) => element.hasAttribute(name));
window.getComputedStyle = (element, pseudo) =>
  // Pictures of icons as well: three of their elements for one of the page's.
  (element instanceof HTMLElement || element instanceof SVGElement) && !mayHideByDefault(element)
    ? element.style
    : computed(element, pseudo);

// A look-up by role asks each element for some eighty selectors. One that names another kind of element, and nothing around it, is
// answered at once.
const SIMPLE = /^([a-z][a-z0-9]*)(?:[[:.#][^\s,>+~]*)?$/;
const kinds = new Map<string, string | undefined>();
const matches = Element.prototype.matches;
Element.prototype.matches = function matchesQuickly(this: Element, selector: string) {
  if (!kinds.has(selector)) kinds.set(selector, SIMPLE.exec(selector)?.[1]);
  const kind = kinds.get(selector);
  return kind !== undefined && kind !== this.localName ? false : matches.call(this, selector);
} as typeof matches;

// A look-up by label asks each field for its labels, and jsdom then walks the whole page once for each label there is: the
// time of a form's test grew with the square of the form.
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
