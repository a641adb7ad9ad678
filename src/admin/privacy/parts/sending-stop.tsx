import { Link } from 'react-router-dom';
import { privacyPaths } from '../paths';

/** Explains why no campaign message leaves, with a link to correct it; renders nothing while they may leave. */
export function SendingStop({ reason }: { reason: string | null | undefined }) {
  if (!reason) return null;
  return (
    <p role="alert" className="mb-6 rounded-xl bg-sumac-pale px-4 py-3">
      {reason} Remettez la clé de la copie d’origine, ou{' '}
      <Link to={privacyPaths.personalData.href()} className="font-semibold underline">
        réappliquez la liste des désabonnements
      </Link>
      .
    </p>
  );
}
