/** The boundaries of the MRCs, made by build/mrc-map.ts. */
declare module 'virtual:mrc-map' {
  export const mrcMap: import('@/shared/lib/topology').Topology;
}
