import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from '@/shared/ui/button';
import { partsIn, type Slot, useSubjects } from '../lib/subject';

/** Shows what other subjects have for a slot of this screen. */
export function SubjectParts<Given extends object>({ slot, given }: { slot: Slot<Given>; given: Given }) {
  return partsIn(useSubjects(), slot).map((Part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the subjects and their parts never change
    <Suspense key={index}>
      <Part {...given} />
    </Suspense>
  ));
}

/** The links of other subjects in the head of this screen. */
export function SubjectLinks({ on }: { on: string }) {
  const links = useSubjects().flatMap((subject) => subject.links ?? []);
  return links
    .filter((link) => link.on === on)
    .map(({ to, title, Icon }) => (
      <Link key={to} to={to} className={buttonClass({ variant: 'outline' })}>
        <Icon aria-hidden="true" className="size-4" />
        {title}
      </Link>
    ));
}
