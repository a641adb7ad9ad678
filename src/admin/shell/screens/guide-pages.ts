import { matchPath } from 'react-router-dom';
import type { Subject } from '@/admin/kit/lib/subject';
import { guidePaths } from '../paths';

type Subjects = readonly Subject[];

const entriesOf = (subjects: Subjects) => subjects.flatMap(({ guide }) => guide ?? []);

/** The pages of docs/guide, in the order of their subjects. */
export const guidePages = (subjects: Subjects) =>
  entriesOf(subjects).flatMap(({ page, title }) => (title ? [{ page, title }] : []));

/** Returns the address of « Aide »: the page of the present screen, or the list of pages. */
export function guideHref(subjects: Subjects, pathname: string): string {
  const [found] = entriesOf(subjects)
    .flatMap(({ page, screens = [] }) => screens.map((path) => ({ page, path })))
    .filter(({ path }) => matchPath({ path, end: false }, pathname))
    // The longest address: « /admin/contacts/import » rather than « /admin/contacts ».
    .sort((one, other) => other.path.length - one.path.length);
  return found ? guidePaths.one.href(found.page) : guidePaths.list.href();
}
