/** A view that every list of its kind offers: its name, and its query string. */
export type BuiltInView = { name: string; query: string };

/** A view that somebody saved for the team. `position` is the order in which those of a list were added. */
export type SavedView = BuiltInView & { id: string; position: number };

/** The views of a list, and the actions on the saved ones. Each action resolves to true when it succeeded. */
export type ListViews = {
  /** Name of the unfiltered list: « Toutes », « Tous ». */
  allLabel: string;
  builtIn: readonly BuiltInView[];
  saved: readonly SavedView[];
  /** Adds a view at the end. */
  save: (view: BuiltInView) => Promise<boolean>;
  change: (id: string, change: Partial<BuiltInView>) => Promise<boolean>;
  remove: (view: SavedView) => Promise<boolean>;
};

/** The longest name that the database takes. */
export const VIEW_NAME_MAX = 60;

/** Finds the view of that name, whatever the case. */
export function viewNamed<View extends BuiltInView>(views: readonly View[], name: string): View | undefined {
  const wanted = name.trim().toLocaleLowerCase('fr-CA');
  return views.find((view) => view.name.toLocaleLowerCase('fr-CA') === wanted);
}

/** Computes the position of a view added at the end. */
export const lastPosition = (saved: readonly SavedView[]): number =>
  Math.max(0, ...saved.map(({ position }) => position)) + 1;
