import { CircleCheck, Lightbulb, TriangleAlert } from 'lucide-react';
import type { Remark } from './message-lint';

/**
 * The remarks on a message, errors first, except those that its fields show themselves; it also states that there are
 * none.
 */
export function RemarkList({ remarks }: { remarks: readonly Remark[] }) {
  const visible = remarks.filter(({ isOfVariables }) => !isOfVariables);
  if (remarks.length === 0) {
    return (
      <p className="flex items-center gap-2 text-sm text-slate">
        <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-spruce" />
        Rien à signaler dans le texte.
      </p>
    );
  }
  return (
    <ul aria-label="Vérification du texte" className="space-y-1.5 text-sm">
      {visible.map(({ field, text, isError }) => {
        const Icon = isError ? TriangleAlert : Lightbulb;
        return (
          <li key={`${field} ${text}`} className={`flex items-start gap-2 ${isError ? 'font-medium' : ''}`}>
            <Icon
              aria-hidden="true"
              className={`mt-0.5 size-4 shrink-0 ${isError ? 'text-sumac-deep' : 'text-slate'}`}
            />
            <span className="min-w-0 wrap-anywhere">
              <span className="sr-only">{isError ? 'À corriger' : 'Conseil'}&nbsp;: </span>
              {field === 'subject' && 'Sujet\u00a0: '}
              {text}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
