import { expect, type Locator, type Page } from '@playwright/test';

/** Drives a page with the keyboard alone, without clicks, fills or programmatic focus, and records the keys. */
export class Keyboard {
  readonly pressed: string[] = [];

  constructor(private readonly page: Page) {}

  async press(key: string) {
    await this.page.keyboard.press(key);
    this.pressed.push(key);
  }

  async type(text: string) {
    // react-hook-form focuses the first invalid field again from a timer, before any person could press a
    // key.
    await this.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    await this.page.keyboard.type(text);
    this.pressed.push(`« ${text} »`);
  }

  /** Presses Tab, or Shift+Tab, until an element has the focus, and asserts on the way that the focus is visible. */
  async tabTo(target: Locator, most = 60, key: 'Tab' | 'Shift+Tab' = 'Tab') {
    for (let step = 0; step < most; step++) {
      await this.press(key);
      await this.expectFocusSeen();
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`Not reached in ${most} steps: ${target}`);
  }

  /** Asserts that the focused element is on the screen, not under the header, and has an outline. */
  private async expectFocusSeen() {
    const look = () =>
      this.page.evaluate(() => {
        const { activeElement: element } = document;
        // Before the first element and after the last, the focus is in the browser's toolbar.
        if (!element || element === document.body) return 'outside';
        const { top, bottom, left, right } = element.getBoundingClientRect();
        const { bottom: bar = 0 } = document.querySelector('header')?.getBoundingClientRect() ?? {};
        const { outlineStyle, outlineWidth, position } = getComputedStyle(element);
        const isAbove = position === 'fixed' || element.closest('header, dialog, [role=dialog]');
        const covered = isAbove ? 0 : bar;
        const inSight =
          bottom > covered &&
          top < window.innerHeight &&
          right > 0 &&
          left < window.innerWidth &&
          bottom > top;
        if (!inSight) return `out of sight: ${element.outerHTML.slice(0, 120)}`;
        if (outlineStyle === 'none' || outlineWidth === '0px')
          return `no outline: ${element.outerHTML.slice(0, 120)}`;
        return 'seen';
      });
    await expect.poll(look).toMatch(/^(seen|outside)$/);
  }

  /** Formats the recorded keys: « Tab ×3, Enter, … ». */
  record(): string {
    const runs: { key: string; times: number }[] = [];
    for (const key of this.pressed) {
      const last = runs.at(-1);
      if (last?.key === key) last.times++;
      else runs.push({ key, times: 1 });
    }
    return runs.map(({ key, times }) => (times > 1 ? `${key} ×${times}` : key)).join(', ');
  }
}
