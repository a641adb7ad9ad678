import { toTrash } from '@/admin/kit/ui/removal-question';

/** Describes the consequences of moving a contact to the trash. */
export const contactToTrash = ({ name, company }: { name: string; company: string }) =>
  toTrash(
    `Le contact «\u00a0${name || company}\u00a0»`,
    'Les messages qui l’attendent ne partiront pas; ses désabonnements et ses preuves de consentement sont conservés.',
  );
