import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { previewFile } from '../data/survey-pairs';

/** A private preview as an address of this page, and its file. */
export function usePreview(path: string | null) {
  const query = useQuery({ ...previewFile(path ?? ''), enabled: path !== null });
  const [src, setSrc] = useState<string>();
  const { data } = query;
  useEffect(() => {
    if (!data) return;
    const address = URL.createObjectURL(data);
    setSrc(address);
    return () => {
      setSrc(undefined);
      URL.revokeObjectURL(address);
    };
  }, [data]);
  return { src, file: data, isError: query.isError, retry: query.refetch };
}
