import { counted, formatNumber } from '@/shared/lib/numbers';

type Props = {
  matching: number;
  reachable: number;
  /** Reasons why the others may not be written to: reason → number. */
  reasons: Readonly<Record<string, number>>;
};

/** Shows « 124 correspondent, 96 joignables », and why the numbers differ. */
export function ReachSummary({ matching, reachable, reasons }: Props) {
  const refused = Object.entries(reasons).sort(([, a], [, b]) => b - a);
  return (
    <div className="min-w-0 text-sm">
      <p role="status">
        <strong className="font-semibold tabular-nums">
          {counted(matching, 'correspond', 'correspondent')}, {counted(reachable, 'joignable')}
        </strong>
        {refused.length === 0 && matching > 0 && ' par une campagne'}
      </p>
      {refused.length > 0 && (
        <details>
          <summary className="cursor-pointer py-1 text-slate underline-offset-2 hover:underline">
            Pourquoi {counted(matching - reachable, 'ne l’est pas', 'ne le sont pas')}
          </summary>
          <ul className="mt-1 space-y-0.5">
            {refused.map(([reason, number]) => (
              <li key={reason} className="flex gap-2">
                <span className="w-12 shrink-0 text-right tabular-nums">{formatNumber(number)}</span>
                <span className="min-w-0 wrap-anywhere">{reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
