import type { LucideIcon } from 'lucide-react';
import { type ComponentType, createContext, type FunctionComponent, lazy, useContext } from 'react';
import { loadOnDemand } from './load-on-demand';
import type { SubjectTables } from './table-words';
import type { TodayLines } from './today-lines';

/** A link of the back office: its name and where it leads. */
export type Entry = { title: string; to: string };

/**
 * An entry among those of the other subjects, which follow the order of subjects.ts: a negative number puts it before
 * them, a positive one after them.
 */
type OrderedEntry = Entry & { order?: number };

/** A screen, whose script is loaded when its address is first opened. */
export type Screen = {
  lazy: () => Promise<{ Component: ComponentType }>;
  /** The layout gives it the whole width. */
  handle?: { wide: true };
};

/** A page of docs/guide, and the addresses (« /admin/contacts/:id ») whose « Aide » opens it. */
type GuideEntry = {
  page: string;
  /** Its title in the list of pages; without one, another subject names the page. */
  title?: string;
  screens?: readonly string[];
};

/**
 * A slot in a screen, in which other subjects show a part of their own; the type gives the properties that each part
 * receives. It is declared in `paths.ts` of the screen's subject.
 */
export type Slot<Given> = { readonly given?: (given: Given) => void };

/** Makes a place for the parts of other subjects. */
export const slot = <Given extends object = object>(): Slot<Given> => ({});

/** A component of a subject in a slot of another one's screen, whose script is loaded when the screen shows it. */
type Part = { slot: Slot<never>; Part: FunctionComponent<never> };

/** Puts a component in a slot. */
export const part = <Given extends object, Name extends string>(
  into: Slot<Given>,
  load: () => Promise<Record<NoInfer<Name>, FunctionComponent<Given>>>,
  name: Name,
): Part => ({
  slot: into,
  // The screen stays without a part that cannot be loaded.
  Part: lazy(async () => ({ default: (await loadOnDemand(load()))?.[name] ?? (() => null) })),
});

/** Returns what the subjects show in a slot, in their order. */
export const partsIn = <Given>(subjects: readonly Subject[], into: Slot<Given>) =>
  subjects.flatMap(({ parts = [] }) =>
    // The type of a slot is that of its parts.
    parts.filter((one) => one.slot === into).map(({ Part }) => Part as FunctionComponent<Given>),
  );

/** Conditions that a subject brings to segments: stored name → label, and its values with theirs. */
export type SegmentConditions = Readonly<
  Record<string, { label: string; options: Readonly<Record<string, string>> }>
>;

type Paths = Readonly<Record<string, { path: string }>>;

/** A subject of the back office, as router, menu, palette, settings, search and guide read it. */
export type Subject = {
  /** Its addresses. */
  paths: Paths;
  /** The screens that its addresses open, by the names of the addresses. */
  screens: Readonly<Record<string, Screen>>;
  /** Its entry of the menu, and the other addresses under which the menu marks it as current. */
  menu?: Entry & { Icon: LucideIcon; also?: readonly string[] };
  /** The entry of another subject, by its address, that stands for this one, and the addresses under which it is marked. */
  under?: { menu: string; also: readonly string[] };
  /** Screens and actions that the palette offers without a search; those of the menu are among them. */
  palette?: { screens?: readonly OrderedEntry[]; actions?: readonly OrderedEntry[] };
  /** Links to its screens in the heads of other subjects' screens, by the address of each screen. */
  links?: readonly (Entry & { on: string; Icon: LucideIcon })[];
  /** Its components in the screens of other subjects. */
  parts?: readonly Part[];
  /** Its sections of the settings; those that are seldom needed are folded away. */
  settings?: readonly (OrderedEntry & { isAdvanced?: true })[];
  /**
   * Kinds of results of search_everything: kind → name of the group, and the address of a result. What stands in another
   * record, a note or a message, opens there.
   */
  search?: Readonly<Record<string, { label: string; href?: (id: string) => string }>>;
  /**
   * Addresses of records that are no results of the search, by the names that the database gives them: edge functions have
   * them and those above from `npm run renew -- record-paths`.
   */
  records?: Readonly<Record<string, (id: string) => string>>;
  /** Its pages of the guide. */
  guide?: readonly GuideEntry[];
  /** Its tables: their names and those of their columns, loaded when something shows them. */
  tables?: () => Promise<{ tables: SubjectTables }>;
  /** Conditions that it brings to segments, likewise; SQL finds their contacts by a function x_segment_contacts. */
  segmentConditions?: () => Promise<{ segmentConditions: SegmentConditions }>;
  /** Its lines in « Aujourd'hui », likewise: one for each kind that its function x_today_rows returns. */
  todayLines?: () => Promise<{ todayLines: TodayLines }>;
};

/** A screen, which the layout centres. */
export const page = <Name extends string>(
  load: () => Promise<Record<NoInfer<Name>, ComponentType>>,
  name: Name,
): Screen => ({
  lazy: async () => ({ Component: (await load())[name] }),
});

/** A list screen, to which the layout gives the whole width. */
export const widePage: typeof page = (load, name) => ({ ...page(load, name), handle: { wide: true } });

/** Describes a subject: each of its screens has one of its addresses. */
export const subject = <const Of extends Subject>(
  described: Of & {
    screens: { [Name in keyof Of['screens']]: Name extends keyof Of['paths'] ? Screen : never };
  },
): Of => described;

/** Orders the entries of several subjects, by number and then as they come. */
export const inOrder = <One extends { order?: number }>(entries: readonly One[]): One[] =>
  [...entries].sort((one, other) => (one.order ?? 0) - (other.order ?? 0));

/** The subjects of the back office, as the router gives them: screens read them here, for the subjects import the screens. */
export const SubjectsContext = createContext<readonly Subject[]>([]);

/** Returns the subjects of the back office, in their order. */
export const useSubjects = () => useContext(SubjectsContext);
