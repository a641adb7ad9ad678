/** Where the files of a tour are: in the storage, or in the folder of a delivered visit. */
export type TourFiles = {
  /** The address of a file of the bucket « panoramas », by its path. */
  panorama: (path: string) => string;
  /** The address of a picture of a point or of a plan, by its path. */
  picture: (path: string) => string;
};
