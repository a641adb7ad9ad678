import { inboxShapes } from './inbox.ts';
import { officeShapes } from './office.ts';
import { prospectShapes } from './prospects.ts';
import type { Shape } from './shape.ts';
import { siteShapes } from './site.ts';

/** Every table of `public`. Parents come before what points to them. */
export const shapes: Shape[] = [...siteShapes, ...officeShapes, ...prospectShapes, ...inboxShapes];

/** The shape of a table of `public`. @throws when the table is not described here */
export function shapeOf(table: string): Shape {
  const shape = shapes.find((candidate) => candidate.table === table);
  if (!shape) throw new Error(`No shape describes the table ${table}`);
  return shape;
}
