import { z } from 'zod';
import { type LobbyingGround, lobbyingGrounds } from '@/admin/contacts/data/lobbying-grounds';
import { line } from '@/admin/kit/lib/text-schemas';
import type { Enums } from '@/shared/database.types';

/** The only kind of action with a button of its own: stored value → French label. */
export const actionKinds = { appeler: 'Appel téléphonique' } as const satisfies Record<
  Enums<'next_action_kind'>,
  string
>;

/** The form of a next action. The limits are those of the table. */
export const nextActionSchema = z.object({
  title: line.pipe(
    z.string().min(1, 'Dites ce qu’il y a à faire').max(200, 'L’action ne peut pas dépasser 200 caractères'),
  ),
  kind: z.enum(['', 'appeler']),
  due_on: line.pipe(z.string().min(1, 'La date est requise')).pipe(z.iso.date('Date invalide')),
  /** `''` for any time of that day. */
  due_time: z.union([z.literal(''), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)], 'Heure invalide'),
  /** `''` for nobody in particular. */
  owner: z.string(),
  /** Legal ground of a call to a holder of a public office; `''` when not given. */
  ground: z.enum(['', ...(Object.keys(lobbyingGrounds) as LobbyingGround[])]),
  reference: line.pipe(z.string().max(200, 'La référence ne peut pas dépasser 200 caractères')),
});

export type NextActionValues = z.input<typeof nextActionSchema>;
export type NextActionInput = z.output<typeof nextActionSchema>;

export const blankAction: NextActionValues = {
  title: '',
  kind: '',
  due_on: '',
  due_time: '',
  owner: '',
  ground: '',
  reference: '',
};
