import { unknownVariables } from '@message/template-text.ts';
import type { EmailTemplate } from '@/admin/data/email-templates/email-templates';

/** What keeps a template from being sent: braces that no contact can fill; absent when nothing does. */
export function unknownInTemplate({ subject, body }: EmailTemplate): string | undefined {
  const unknown = unknownVariables(subject, body);
  if (unknown.length === 0) return undefined;
  return `${unknown.length > 1 ? 'Variables inconnues' : 'Variable inconnue'}\u00a0: ${unknown.join(', ')}. Corrigez le template avant de l’envoyer.`;
}
