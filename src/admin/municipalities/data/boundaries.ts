import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { boxAround, project } from '@/shared/lib/quebec-projection';
import { shapesOf, type Topology } from '@/shared/lib/topology';

/** The boundary of an MRC or of an equivalent territory, drawn on the map. */
export type Boundary = {
  /** Three digits, as in the register. */
  code: string;
  name: string;
  path: string;
  box: { left: number; top: number; right: number; bottom: number };
};

/** Names that the file of the boundaries leaves out. */
const addedNames: Readonly<Record<string, string>> = { '993': 'Eeyou Istchee' };

/** Options to read the boundaries of the MRCs, which ship with the product; loaded only by a map. */
export const boundaries = () =>
  queryOptions({
    queryKey: [...queryKeys.municipalities, 'boundaries'],
    queryFn: async (): Promise<Boundary[]> => {
      const { default: text } = await import('./shipped/mrc.topo.json?raw');
      return shapesOf(JSON.parse(text) as Topology, 'mrc').flatMap(({ properties, rings }) => {
        const code = (properties.MRS_CO_MRC ?? '').padEnd(3, '0');
        const lines = rings.map((ring) => ring.map(project));
        const box = boxAround(lines.flat());
        const path = lines
          .map((line) => `M${line.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}Z`)
          .join('');
        return box ? [{ code, name: addedNames[code] ?? properties.MRS_NM_MRC ?? '', path, box }] : [];
      });
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errorMessage: 'Impossible de charger la carte' },
  });
