import { equal } from 'node:assert/strict';
import { arranged } from '../cells/world.ts';
import type { Answer, Call, Check, Engine, Row } from '../engines/engine.ts';
import { shapeOf } from '../shapes/shapes.ts';
import { mustHoldNoRow } from './probe.ts';

export const contacts = shapeOf('contacts');
export const readContacts: Call = { path: '/rest/v1/contacts?select=*' };

/** Three contacts there; `attack` must not show them although the administrator sees them. */
export function onContacts(
  name: string,
  needs: Check['needs'],
  attack: (engine: Engine) => Promise<Answer | undefined>,
): Check {
  return {
    name: `attaque · ${name}`,
    object: 'contacts',
    needs,
    run: (engine) =>
      arranged(engine, contacts, [0, 1, 2], async () => {
        const answer = await attack(engine);
        if (answer) mustHoldNoRow(answer, name);
        const control = await engine.request('admin', readContacts);
        equal((control.body as Row[]).length, 3, control.text);
      }),
  };
}
