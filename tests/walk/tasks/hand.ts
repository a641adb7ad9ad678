import type { Role, Sight } from '../checks/things.ts';
import type { WalkPage } from '../engine.ts';

/** One thing of a screen, as a person names it: what it is, and the words on it. */
export type Thing = readonly [role: Role, name: string | RegExp];

/** Way of doing a task: the window, and whether there is a mouse or a finger at all. */
export type Way = { name: string; width: number; height: number; isKeyboard?: boolean };

/** Cost of a task. */
export type Counts = {
  presses: number;
  fields: number;
  /** Milliseconds from a press until the next thing could be pressed. */
  waited: number;
  screens: number;
  cut: string[];
  covered: string[];
};

/** Thrown where no named thing leads on. */
export class DeadEnd extends Error {}

/** Time in ms after which a person gives up. */
const PATIENCE = 20_000;
/** Presses of Tab after which one does. */
const MOST_TABS = 250;

const jsonOf = (name: string | RegExp) =>
  JSON.stringify(typeof name === 'string' ? name : { source: name.source });
const wordsOf = ([role, name]: Thing) => `${role} « ${name} »`;

/**
 * A person at a window who presses and types only in what they find by its role and its name, and counts. With a
 * keyboard alone they go from thing to thing by Tab.
 */
export class Hand {
  readonly counts: Counts = { presses: 0, fields: 0, waited: 0, screens: 0, cut: [], covered: [] };
  /** The actions so far, in words. */
  readonly steps: string[] = [];
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

  /** Opens an address, as who comes to the task does: it counts for nothing. */
  async start(url: string): Promise<void> {
    await this.page.resize(this.way.width, this.way.height);
    await this.page.open(url);
    await this.settle();
    await this.noteScreen();
    await this.page.activate();
  }

  private async settle(): Promise<void> {
    for (const until = Date.now() + PATIENCE; Date.now() < until; ) {
      // A page that navigates has no place to evaluate in.
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
    return new DeadEnd(`${this.place}${last ? `, après ${last}` : ''}\u00a0: ${reason}`);
  }

  /** Waits until a thing can be pressed, and counts the time; without it, the task ends here. */
  async find(thing: Thing, patience = PATIENCE): Promise<Sight> {
    const begun = Date.now();
    const [role, name] = thing;
    const call = `see(${JSON.stringify(role)}, ${jsonOf(name)})`;
    let sight: Sight | undefined;
    while (Date.now() < begun + patience) {
      sight = await this.ask<Sight>(call).catch(() => undefined);
      if (sight?.state === 'ready') {
        this.counts.waited += Date.now() - begun;
        await this.look();
        return (await this.ask<Sight>(call).catch(() => undefined)) ?? sight;
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

  /** Tells whether a thing can be pressed now. */
  async has([role, name]: Thing): Promise<boolean> {
    return (await this.ask<Sight>(`see(${JSON.stringify(role)}, ${jsonOf(name)})`)).state === 'ready';
  }

  /** Notes the texts that are cut and the controls under a notice on the screen as it stands. */
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

  private async key(key: Parameters<WalkPage['press']>[0]): Promise<void> {
    this.counts.presses++;
    await this.page.press(key);
  }

  /** Goes to a thing by Tab; past the menu by « Aller au contenu », as who knows it is there. */
  private async tabTo(thing: Thing): Promise<void> {
    const [role, name] = thing;
    const call = `see(${JSON.stringify(role)}, ${jsonOf(name)})`;
    for (let step = 0; step < MOST_TABS; step++) {
      if ((await this.ask<Sight>(call)).hasFocus) return;
      const isSkip = (await this.ask<string>('focused()')) === 'Aller au contenu';
      if (isSkip && (await this.ask<boolean>(`isInContent(${JSON.stringify(role)}, ${jsonOf(name)})`))) {
        await this.key('Enter');
      }
      await this.key('Tab');
    }
    throw this.deadEnd(`${wordsOf(thing)} n’est pas atteint par Tab`);
  }

  /**
   * Presses a thing: a click, a tap, or Enter (a box: Space) once Tab has led to it.
   *
   * @param opener presses this first where the thing is not in sight: on a phone the menu is behind a button
   */
  async press(thing: Thing, opener?: Thing, patience?: number): Promise<void> {
    if (opener) {
      await this.settle();
      for (const until = Date.now() + PATIENCE; Date.now() < until && !(await this.has(thing)); ) {
        if (!(await this.has(opener))) continue;
        await this.press(opener);
        break;
      }
    }
    const { x, y } = await this.find(thing, patience);
    if (this.way.isKeyboard && thing[0] === 'option') {
      // The list follows the field that has the focus.
      await this.key('ArrowDown');
      await this.key('Enter');
    } else if (this.way.isKeyboard) {
      await this.tabTo(thing);
      await this.key(/^(checkbox|radio)$/.test(thing[0]) ? 'Space' : 'Enter');
    } else {
      this.counts.presses++;
      await this.page.click(x, y);
    }
    this.steps.push(wordsOf(thing));
  }

  /** Types into a field; a press first where it does not have the focus yet. What it held goes. */
  async fill(field: Thing, text: string): Promise<void> {
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
    this.steps.push(`${wordsOf(field)} rempli`);
  }

  /** Chooses in a list of the system's: a press opens it, one chooses; with a keyboard, its first letters. */
  async choose(list: Thing, option: string | RegExp): Promise<void> {
    const sight = await this.find(list);
    this.counts.fields++;
    if (this.way.isKeyboard) {
      if (!sight.hasFocus) await this.tabTo(list);
      this.counts.presses++;
    } else this.counts.presses += 2;
    const chosen = await this.ask<boolean>(`choose(${jsonOf(list[1])}, ${jsonOf(option)})`);
    if (!chosen) throw this.deadEnd(`${wordsOf(list)} n’offre pas « ${option} »`);
    this.steps.push(`${wordsOf(list)} choisi`);
  }

  /** Gives files by a file button: one press; the system's window depends on where the files are. */
  async give(button: Thing, files: string[]): Promise<void> {
    await this.find(button);
    if (this.way.isKeyboard) await this.tabTo(button);
    this.counts.presses++;
    if (!(await this.ask<boolean>(`markFile(${jsonOf(button[1])})`))) throw this.deadEnd(wordsOf(button));
    await this.page.choose('[data-walk-file]', files);
    this.steps.push(`${wordsOf(button)} choisi`);
  }

  /** Waits until the screen says something, and counts the time. */
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

  /** Does what came before the task: it counts for nothing. */
  async uncounted(before: () => Promise<void>): Promise<void> {
    const { presses, fields, waited } = this.counts;
    await before();
    Object.assign(this.counts, { presses, fields, waited });
  }
}
