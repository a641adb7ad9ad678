/** The map of the MRCs, made by build/mrc-map.ts. */
declare module 'virtual:mrc-map' {
  /** Address of the picture; each MRC that it draws has the id `m` and its code. */
  export const mapPicture: string;
  export const mrcCodes: readonly string[];
}
