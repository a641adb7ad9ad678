import { Link } from 'react-router-dom';
import { missingSettings, type Settings } from '@/admin/data/settings/settings';
import { paths } from '@/shared/lib/paths';

/** What keeps everything from being sent, before anybody chooses contacts in vain. */
export function SettingsNotice({ settings }: { settings: Settings }) {
  const missing = missingSettings(settings);
  if (missing.length === 0) return null;
  return (
    <p role="alert" className="rounded-xl bg-sumac-pale px-4 py-3">
      Rien ne peut être envoyé tant que ces paramètres sont vides&nbsp;: {missing.join(', ')}.{' '}
      <Link to={paths.admin.settings.href()} className="font-semibold underline">
        Compléter les paramètres
      </Link>
    </p>
  );
}
