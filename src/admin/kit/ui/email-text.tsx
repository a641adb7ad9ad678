import { shownAddress } from '../lib/shown-address';

/** An e-mail address as people write it, which breaks before its « @ » where a line is too short. */
export function EmailText({ address: stored }: { address: string }) {
  const address = shownAddress(stored);
  const at = address.lastIndexOf('@');
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
