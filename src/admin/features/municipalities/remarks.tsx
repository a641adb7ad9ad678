import type { Remark } from '@/admin/data/municipalities/register';

/** How many are shown; the number of the others is said. */
const SHOWN = 100;

/** What could not be taken in, with its line in the file and the reason. */
export function Remarks({ title, remarks }: { title: string; remarks: readonly Remark[] }) {
  if (remarks.length === 0) return null;
  return (
    <details className="mt-5">
      <summary className="cursor-pointer font-semibold">
        {title} ({remarks.length})
      </summary>
      <ul className="mt-2 space-y-1 text-sm">
        {remarks.slice(0, SHOWN).map(({ file, line, place, reason }) => (
          <li key={`${file}-${line}-${reason}`}>
            {file}, ligne {line}
            {place && ` (${place})`}
            {'\u00a0'}: {reason}
          </li>
        ))}
        {remarks.length > SHOWN && <li>… et {remarks.length - SHOWN} autres</li>}
      </ul>
    </details>
  );
}
