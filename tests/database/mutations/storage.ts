import type { Engine } from '../engines/engine.ts';
import type { Mutation } from './mutation.ts';
import { policyMutations } from './policies.ts';

const lookedAt = {
  objects: ['storage.objects'],
  suites: ['access', 'attacks', 'catalogue'],
} satisfies Partial<Mutation>;

/** Lists mutations of each bucket's limits and policies. */
export async function storageMutations(engine: Engine): Promise<Mutation[]> {
  const [bucket] = await engine.sql<Record<string, unknown>>(
    "select public, file_size_limit, allowed_mime_types::text as types from storage.buckets where id = 'tour-images'",
  );
  const set = (values: string) => `update storage.buckets set ${values} where id = 'tour-images'`;
  return [
    ...(await policyMutations(engine, 'storage')),
    {
      ...lookedAt,
      name: 'bucket without a size limit',
      hints: ['MB', 'catalogue'],
      ...{
        apply: set('file_size_limit = null'),
        revert: set(`file_size_limit = ${bucket?.file_size_limit}`),
      },
    },
    {
      ...lookedAt,
      name: 'bucket open to every type',
      hints: ['named'],
      ...{ apply: set('allowed_mime_types = null'), revert: set(`allowed_mime_types = '${bucket?.types}'`) },
    },
    {
      ...lookedAt,
      name: 'private bucket: pictures can no longer be read by their address',
      hints: ['by its address'],
      ...{ apply: set('public = false'), revert: set(`public = ${bucket?.public}`) },
    },
    ...addedStoragePolicies(),
  ];
}

/** Lists mutations that add a permissive policy for each verb and role. */
export function addedStoragePolicies(): Mutation[] {
  return ['select', 'insert', 'update', 'delete'].flatMap((verb) =>
    ['anon', 'authenticated'].map((role): Mutation => {
      const rule =
        { select: 'using (true)', delete: 'using (true)', insert: 'with check (true)' }[verb] ??
        'using (true) with check (true)';
      return {
        ...lookedAt,
        hints: [` · ${verb[0]?.toUpperCase()}`],
        name: `one more policy · ${verb} on storage.objects for ${role}`,
        apply: `create policy "de plus" on storage.objects for ${verb} to ${role} ${rule}`,
        revert: 'drop policy "de plus" on storage.objects',
      };
    }),
  );
}
