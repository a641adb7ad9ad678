/** Files that systems and programs add beside pictures: thumbnails, view settings, metadata. */
const LITTER_FILES =
  /^(\.DS_Store|\.localized|\.VolumeIcon\.icns|\.apdisk|\.directory|Icon\r?|(eh)?thumbs(_vista)?\.db|desktop\.ini|\.?picasa.*|\.nomedia|\.bridge(cache|sort|labelsandratings).*|\._.*|\.(trashed|pending)-.*|.*\.xmp)$/i;

/** Folders of thumbnails, of what was deleted and of the system, with all that they hold. */
const LITTER_FOLDERS =
  /^(@eaDir|\.@__thumb|@Recycle|@Recently-Snapshot|#recycle|#snapshot|__MACOSX|\.AppleDouble|\.Trashes|\.Trash-\d+|\.Spotlight-V100|\.fseventsd|\.TemporaryItems|\.DocumentRevisions-V100|\.(_)?thumb(nail)?s?|\.dtrash|\.picasaoriginals|\$RECYCLE\.BIN|RECYCLER|System Volume Information|lost\+found|FOUND\.\d{3})$/i;

/** Tells whether a path of a folder is no part of what a person put into it. */
export function isLitter(path: string): boolean {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  return LITTER_FILES.test(name) || folders.some((folder) => LITTER_FOLDERS.test(folder));
}
