import type { ElementSight, Role } from '../checks/things.ts';
import type { WalkPage } from '../engine.ts';

/** An element of a screen as a person names it: its role, and its text. */
export type ScreenThing = readonly [role: Role, name: string | RegExp];

/** How a task is done: the size of the window, and whether by keyboard alone. */
export type Way = { name: string; width: number; height: number; isKeyboard?: boolean };

/** Cost of a task. */
export type Counts = {
  presses: number;
  fields: number;
  /** Time in ms between a press and the moment when the next element could be pressed. */
  waited: number;
  screens: number;
  cut: string[];
  covered: string[];
};

/** Thrown when no element of that name can be pressed. */
export class DeadEnd extends Error {}

/** Time in ms after which a person would give up. */
const PATIENCE = 20_000;
/** Number of Tab presses after which a person would give up. */
const MOST_TABS = 250;

const jsonOf = (name: string | RegExp) =>
  JSON.stringify(typeof name === 'string' ? name : { source: name.source });
const wordsOf = ([role, name]: ScreenThing) => `${role} « ${name} »`;

/**
 * Drives a page as a person who finds everything by role and name, and counts presses and waits. With the keyboard
 * alone every element is reached by Tab.
 */
export class Hand {
  readonly counts: Counts = { presses: 0, fields: 0, waited: 0, screens: 0, cut: [], covered: [] };
  /** The actions so far, as text, and the number of presses that each one took. */
  readonly steps: { words: string; presses: number }[] = [];
  private place = '';

  constructor(
    readonly page: WalkPage,
    readonly way: Way,
    private readonly scripts: string,
  ) {}

  async ask<Value>(call: string): Promise<Value> {
    const given = await this.page.run<{ value: Value } | null>(
      `window.walk ? { value: walk.${call} } : null`,
    );
    if (given) return given.value;
    await this.page.run(`(() => { ${this.scripts} })()`);
    return (await this.page.run<{ value: Value }>(`({ value: walk.${call} })`)).value;
  }

  /** Opens an address, without counting it. */
  async start(url: string): Promise<void> {
    await this.page.resize(this.way.width, this.way.height);
    await this.page.open(url);
    await this.settle();
    await this.noteScreen();
    await this.page.activate();
  }

  private async settle(): Promise<void> {
    for (const until = Date.now() + PATIENCE; Date.now() < until; ) {
      // During a navigation there is no page to evaluate in.
      if (await this.ask<boolean>('isSettled()').catch(() => false)) return;
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  }

  private async noteScreen(): Promise<void> {
    const place = await this.page.run<string>('location.pathname').catch(() => this.place);
    if (place !== this.place) this.counts.screens++;
    this.place = place;
  }

  private deadEnd(reason: string): DeadEnd {
    const last = this.steps.at(-1);
    return new DeadEnd(`${this.place}${last ? `, après ${last.words}` : ''}\u00a0: ${reason}`);
  }

  /** Waits until an element can be pressed, and counts the time; the task ends if it never can. */
  async find(thing: ScreenThing, patience = PATIENCE): Promise<ElementSight> {
    const begun = Date.now();
    const [role, name] = thing;
    const call = `see(${JSON.stringify(role)}, ${jsonOf(name)})`;
    let sight: ElementSight | undefined;
    while (Date.now() < begun + patience) {
      sight = await this.ask<ElementSight>(call).catch(() => undefined);
      if (sight?.state === 'ready') {
        this.counts.waited += Date.now() - begun;
        await this.look();
        return (await this.ask<ElementSight>(call).catch(() => undefined)) ?? sight;
      }
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    const why =
      sight?.state === 'covered'
        ? `sous « ${sight.text} »`
        : sight?.state === 'disabled'
          ? 'ne répond pas (désactivé)'
          : 'introuvable';
    throw this.deadEnd(`${wordsOf(thing)} ${why}`);
  }

  /** Tells whether an element can be pressed now. */
  async has([role, name]: ScreenThing): Promise<boolean> {
    return (await this.ask<ElementSight>(`see(${JSON.stringify(role)}, ${jsonOf(name)})`)).state === 'ready';
  }

  /** Records the truncated texts and the controls under a notification. */
  private async look(): Promise<void> {
    await this.settle();
    await this.noteScreen();
    for (const text of await this.ask<string[]>('cutTexts()')) {
      if (!this.counts.cut.includes(text)) this.counts.cut.push(text);
    }
    for (const text of await this.ask<string[]>('underNotices()')) {
      if (!this.counts.covered.includes(text)) this.counts.covered.push(text);
    }
  }

  private did(words: string): void {
    const before = this.steps.reduce((sum, step) => sum + step.presses, 0);
    this.steps.push({ words, presses: this.counts.presses - before });
  }

  private async key(key: string): Promise<void> {
    this.counts.presses++;
    await this.page.press(key);
  }

  /**
   * Moves the focus to an element by Tab, or back to it by Shift+Tab where it stands before, along a list by J and K, and
   * skips the menu with « Aller au contenu ».
   */
  private async tabTo(thing: ScreenThing): Promise<void> {
    const [role, name] = thing;
    const call = `see(${JSON.stringify(role)}, ${jsonOf(name)})`;
    for (let step = 0; step < MOST_TABS; step++) {
      const { hasFocus, isBefore } = await this.ask<ElementSight>(call);
      if (hasFocus) return;
      const isSkip = (await this.ask<string>('focused()')) === 'Aller au contenu';
      if (isSkip && (await this.ask<boolean>(`isInContent(${JSON.stringify(role)}, ${jsonOf(name)})`))) {
        await this.key('Enter');
      }
      const rows = await this.ask<number>(`rowsTo(${JSON.stringify(role)}, ${jsonOf(name)})`);
      if (rows !== 0) await this.key(rows > 0 ? 'j' : 'k');
      else await this.key(isBefore ? 'Shift+Tab' : 'Tab');
    }
    throw this.deadEnd(`${wordsOf(thing)} n’est pas atteint par Tab`);
  }

  /**
   * Presses an element: a click, a tap, or Enter (Space for a checkbox) after Tab; Enter at once where it submits the
   * form of the focused field, or the key that the element announces.
   *
   * @param opener pressed first where the element is not visible, such as the menu button on a phone
   */
  async press(thing: ScreenThing, opener?: ScreenThing, patience?: number): Promise<void> {
    if (opener) {
      await this.settle();
      for (const until = Date.now() + PATIENCE; Date.now() < until && !(await this.has(thing)); ) {
        if (!(await this.has(opener))) continue;
        await this.press(opener);
        break;
      }
    }
    const { x, y, isDefault, shortcut } = await this.find(thing, patience);
    if (this.way.isKeyboard && thing[0] === 'option') {
      // The suggestions follow the focused field.
      await this.key('ArrowDown');
      await this.key('Enter');
    } else if (this.way.isKeyboard && shortcut) {
      // Drivers take a capital letter as one with Shift.
      await this.key(shortcut.replace(/\b\w$/, (letter) => letter.toLowerCase()));
    } else if (this.way.isKeyboard) {
      if (!isDefault) await this.tabTo(thing);
      await this.key(/^(checkbox|radio)$/.test(thing[0]) ? 'Space' : 'Enter');
    } else {
      this.counts.presses++;
      await this.page.click(x, y);
    }
    this.did(wordsOf(thing));
  }

  /** Types into a field in place of its text; it is pressed first unless it has the focus. */
  async fill(field: ScreenThing, text: string): Promise<void> {
    const sight = await this.find(field);
    this.counts.fields++;
    if (!sight.hasFocus) {
      if (this.way.isKeyboard) await this.tabTo(field);
      else {
        this.counts.presses++;
        await this.page.click(sight.x, sight.y);
      }
    }
    if (sight.text !== '') await this.ask('selectAll()');
    await this.page.type(text);
    this.did(`${wordsOf(field)} rempli`);
  }

  /** Chooses in a native select: one press opens it and one chooses; by keyboard, its first letters. */
  async choose(list: ScreenThing, option: string | RegExp): Promise<void> {
    const sight = await this.find(list);
    this.counts.fields++;
    if (this.way.isKeyboard) {
      if (!sight.hasFocus) await this.tabTo(list);
      this.counts.presses++;
    } else this.counts.presses += 2;
    const chosen = await this.ask<boolean>(`choose(${jsonOf(list[1])}, ${jsonOf(option)})`);
    if (!chosen) throw this.deadEnd(`${wordsOf(list)} n’offre pas « ${option} »`);
    this.did(`${wordsOf(list)} choisi`);
  }

  /** Gives files to a file button, counted as one press, since the system's picker depends on the folder. */
  async give(button: ScreenThing, files: string[]): Promise<void> {
    await this.find(button);
    if (this.way.isKeyboard) await this.tabTo(button);
    this.counts.presses++;
    if (!(await this.ask<boolean>(`markFile(${jsonOf(button[1])})`))) throw this.deadEnd(wordsOf(button));
    await this.page.choose('[data-walk-file]', files);
    this.did(`${wordsOf(button)} choisi`);
  }

  /** Waits until the screen shows a text, and counts the time. */
  async sees(text: string | RegExp, patience = PATIENCE): Promise<void> {
    const begun = Date.now();
    while (Date.now() < begun + patience) {
      if (await this.ask<boolean>(`says(${jsonOf(text)})`).catch(() => false)) {
        this.counts.waited += Date.now() - begun;
        return this.look();
      }
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    throw this.deadEnd(`rien ne dit « ${text} »`);
  }

  /** Does what comes before the task, without counting it. */
  async uncounted(before: () => Promise<void>): Promise<void> {
    const { presses, fields, waited } = this.counts;
    const steps = this.steps.length;
    await before();
    Object.assign(this.counts, { presses, fields, waited });
    this.steps.splice(steps);
  }
}
