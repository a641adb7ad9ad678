import type { Finding } from './checks/page-checks.ts';
import type { WalkPage } from './engine.ts';

const HEIGHTS: Record<number, number> = { 375: 812, 768: 1024, 1280: 800, 1440: 900, 1920: 1080 };
/** Number of Tab presses on each screen, enough for the menu and the first controls. */
const TAB_COUNT = 16;
const OPENERS = 6;

/** What one look at a screen found, and its picture. */
export type ScreenLook = { screen: string; width: number; findings: Finding[]; picture?: Buffer | undefined };

export type WalkerOptions = {
  widths: readonly number[];
  /** Script of the checks that run in the page. */
  checks: string;
  /** Tells whether a failed request or console message is expected. */
  allowed: (problem: string, screen: string) => boolean;
  onLook: (look: ScreenLook) => void | Promise<void>;
  /** True to also take pictures, follow the focus and open panels, which takes time. */
  isWhole: boolean;
};

/** Looks at screens in a page of some engine. */
export class Walker {
  /** False when the window of this engine never had the keyboard focus, so that focus could not be judged. */
  isFocusJudged = true;

  constructor(
    private readonly page: WalkPage,
    private readonly baseUrl: string,
    private readonly options: WalkerOptions,
  ) {}

  /** Calls a check in the page, and adds the script of the checks first where it is missing. */
  async ask<Value>(call: string): Promise<Value> {
    const answer = await this.page.run<{ value: Value } | null>(
      `window.walkChecks ? { value: walkChecks.${call} } : null`,
    );
    if (answer) return answer.value;
    await this.page.run(`(() => { ${this.options.checks}; window.walkChecks = globalThis.walkChecks; })()`);
    return (await this.page.run<{ value: Value }>(`({ value: walkChecks.${call} })`)).value;
  }

  /** Waits for a state of the page; returns whether it came. */
  async waits(call: string, timeout = 20_000): Promise<boolean> {
    for (const until = Date.now() + timeout; Date.now() < until; ) {
      // During a navigation there is no page to evaluate in.
      if (await this.ask<boolean>(call).catch(() => false)) return true;
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    return false;
  }

  async open(path: string): Promise<void> {
    await this.page.open(this.baseUrl + path);
  }

  /** Clicks the control of this name. */
  async press(name: string): Promise<void> {
    const call = `named(${JSON.stringify(name)})`;
    if (!(await this.waits(`${call} !== null`))) throw new Error(`no control « ${name} »`);
    const place = await this.ask<{ x: number; y: number }>(call);
    await this.page.click(place.x, place.y);
  }

  async fill(label: string, text: string): Promise<void> {
    await this.press(label);
    await this.page.type(text);
  }

  /** Collects everything that is wrong with the screen as it is, at one width. */
  async look(screen: string, width: number, expectsNowhere = false): Promise<void> {
    const isSettled = await this.waits('isSettled()');
    const findings = await this.ask<Finding[]>(`findings(${expectsNowhere})`);
    if (!isSettled) findings.push({ kind: 'failure', text: 'does not come to rest within 20 s' });
    findings.push(...(await this.problems(screen)));
    const picture = this.options.isWhole ? await this.page.picture() : undefined;
    await this.options.onLook({ screen, width, findings, picture });
  }

  async problems(screen: string): Promise<Finding[]> {
    const problems = await this.page.problems();
    return problems
      .filter((problem) => !this.options.allowed(problem, screen))
      .map((problem) => ({ kind: problem.split(':')[0] ?? '', text: problem.slice(0, 300) }));
  }

  /** Opens an address and looks at it at each width, then follows the focus and opens its panels. */
  async visit(path: string): Promise<void> {
    const { widths, isWhole } = this.options;
    const expectsNowhere = /nulle-part|\/devis\/0123/.test(path);
    const [first = 1280] = widths;
    await this.page.resize(first, HEIGHTS[first] ?? 800);
    await this.open(path);
    for (const width of widths) {
      if (width !== first) await this.page.resize(width, HEIGHTS[width] ?? 800);
      // Scrolls back after following the focus; `void`, because a driver could not return the value.
      await this.page.run('void window.scrollTo(0, 0)');
      await this.look(path, width, expectsNowhere);
      if (!isWhole || (width !== 375 && width !== 1280)) continue;
      await this.followFocus(path, width);
      await this.openEach(path, width, expectsNowhere);
    }
  }

  private async followFocus(screen: string, width: number): Promise<void> {
    const found = new Set<string>();
    await this.page.activate();
    for (let step = 0; step < TAB_COUNT; step++) {
      await this.page.press('Tab');
      let problem = await this.ask<string | null>('focus()');
      // The screen and its styles may still be loading.
      for (let tries = 0; problem?.includes(':') && tries < 5; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 400));
        problem = await this.ask<string | null>('focus()');
      }
      // Later, Tab has left the page for the browser's own bar.
      if (problem === 'inactive' && step === 0) this.isFocusJudged = false;
      if (problem === 'outside' || problem === 'inactive') break;
      if (problem) found.add(problem);
    }
    const findings = [...found].map((text) => ({ kind: 'focus', text }));
    if (findings.length > 0) await this.options.onLook({ screen, width, findings });
  }

  private async openEach(path: string, width: number, expectsNowhere: boolean): Promise<void> {
    const names = await this.ask<string[]>('openers()');
    for (const [index, name] of names.slice(0, OPENERS).entries()) {
      const place = await this.ask<{ x: number; y: number } | null>(`openerAt(${index})`);
      if (!place) continue;
      await this.page.click(place.x, place.y);
      await this.look(`${path} › ${name}`, width, expectsNowhere);
      if (await this.ask<boolean>('isOpen()')) await this.page.press('Escape');
      if (await this.ask<boolean>('isOpen()')) await this.open(path);
      await this.waits('isSettled()');
    }
  }
}
