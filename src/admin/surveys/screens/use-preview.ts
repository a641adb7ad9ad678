import { useQuery } from '@tanstack/react-query';
import { useObjectUrl } from '@/admin/kit/lib/use-object-url';
import { previewFile, tilePack } from '../data/survey-pairs';

/**
 * A private preview as an address of this page, its file, and the tiles of its original where they were sent. The address is
 * there once it is known whether there are any.
 */
export function usePreview(path: string | null, tiles: string | null = null) {
  const pack = useQuery({ ...tilePack(tiles ?? ''), enabled: tiles !== null });
  const query = useQuery({ ...previewFile(path ?? ''), enabled: path !== null });
  const { data } = query;
  const src = useObjectUrl(data);
  return {
    src: tiles && pack.isPending ? undefined : src,
    tiles: pack.data,
    file: data,
    isError: query.isError,
    retry: query.refetch,
  };
}
