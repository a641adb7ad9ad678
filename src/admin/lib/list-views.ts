/** A view that every list of its kind offers: its name, and the parameters of the address that show it. */
export type BuiltInView = { name: string; query: string };

/** A view that somebody saved for the team. Those of a list stand in the order of their positions. */
export type SavedView = BuiltInView & { id: string; position: number };

/** The views of a list, and what can be done to those that are saved. Each answer is whether it was done. */
export type ListViews = {
  /** What the whole list is called: « Toutes », « Tous ». */
  allLabel: string;
  builtIn: readonly BuiltInView[];
  saved: readonly SavedView[];
  /** Adds a view at the end. */
  save: (view: BuiltInView) => Promise<boolean>;
  change: (id: string, change: Partial<Omit<SavedView, 'id'>>) => Promise<boolean>;
  remove: (view: SavedView) => Promise<boolean>;
};

/** The longest name that the database takes. */
export const VIEW_NAME_MAX = 60;

/** The view whose name reads the same, whatever the case. */
export function viewNamed<View extends BuiltInView>(views: readonly View[], name: string): View | undefined {
  const wanted = name.trim().toLocaleLowerCase('fr-CA');
  return views.find((view) => view.name.toLocaleLowerCase('fr-CA') === wanted);
}

/** The position of a view added at the end. */
export const lastPosition = (saved: readonly SavedView[]): number =>
  Math.max(0, ...saved.map(({ position }) => position)) + 1;

/**
 * The position that moves a view one place on: halfway between its new neighbours, so that one row is written and two
 * people who move two views do not undo each other.
 *
 * @returns `undefined` at the end of the row
 */
export function movedPosition(saved: readonly SavedView[], id: string, step: -1 | 1): number | undefined {
  const place = saved.findIndex((view) => view.id === id);
  const passed = saved[place + step];
  if (place < 0 || !passed) return undefined;
  const beyond = saved[place + 2 * step];
  return beyond ? (passed.position + beyond.position) / 2 : passed.position + step;
}
