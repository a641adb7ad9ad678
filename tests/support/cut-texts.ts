import type { Page } from '@playwright/test';

export type CutText = { text: string; isPrimary: boolean };

/** Lists the truncated texts of rows and headers in the lists of the page. */
export const cutTexts = (page: Page): Promise<CutText[]> =>
  page.evaluate(() => {
    /** Tells whether an element hides what overflows it; one that scrolls does not. */
    const hides = (part: Element) => /hidden|clip/.test(getComputedStyle(part).overflow);
    const isCut = (node: Text, row: Element) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (text.width === 0) return false;
      let inside: Element | null = null;
      for (
        let part = node.parentElement;
        part && row.contains(part);
        inside = part, part = part.parentElement
      ) {
        if (!hides(part)) continue;
        const box = part.getBoundingClientRect();
        // The text is visible to screen readers only.
        if (box.width <= 1) return false;
        // An ellipsis may belong to an ancestor's padding; a negative margin compensates for it.
        const around = inside
          ? inside.getBoundingClientRect().right + Number.parseFloat(getComputedStyle(inside).marginRight)
          : 0;
        if (Math.max(text.right, around) > box.right + 1) return true;
        if (text.left < box.left - 1 || text.bottom > box.bottom + 2) return true;
      }
      return false;
    };
    const found: CutText[] = [];
    for (const row of document.querySelectorAll('main tr, main li[data-request]')) {
      const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const text = node.textContent?.trim() ?? '';
        if (!text || !isCut(node as Text, row)) continue;
        found.push({ text, isPrimary: node.parentElement?.closest('[data-primary]') != null });
      }
    }
    return found;
  });
