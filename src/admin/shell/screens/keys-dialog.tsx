import { useState } from 'react';
import { areKeysOn, type KeyGroup, screenKeys, turnKeys } from '@/admin/kit/lib/keys';
import { Modal } from '@/admin/kit/ui/modal';
import { globalKeys } from './use-shell-keys';

/** Lists the shortcuts of every screen, without those that this screen uses in its own way, and then its own. */
function allKeys(): KeyGroup[] {
  const own = screenKeys();
  const used = new Set(own.flatMap(({ keys }) => keys.map(({ key }) => key)));
  return [{ ...globalKeys, keys: globalKeys.keys.filter(({ key }) => !used.has(key)) }, ...own];
}

/** The keyboard shortcuts of every screen and of this one, and the switch for single-key shortcuts. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useState(areKeysOn);
  return (
    <Modal onClose={onClose} title="Raccourcis clavier" size="sm">
      <div className="space-y-5">
        {allKeys().map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb-2 text-sm font-semibold text-slate">{title}</h3>
            <dl className="space-y-1.5">
              {keys.map(({ key, display = key.length === 1 ? key.toUpperCase() : key, label }) => (
                <div key={key} className="flex items-baseline justify-between gap-4">
                  <dt className="min-w-0">{label}</dt>
                  <dd className="shrink-0">
                    <kbd className="rounded-md border border-line bg-mist px-2 py-0.5 font-sans text-sm">
                      {display}
                    </kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <label className="flex min-h-11 cursor-pointer items-center gap-3 border-t border-line pt-3">
          <input
            type="checkbox"
            checked={on}
            onChange={({ target }) => {
              turnKeys(target.checked);
              setOn(target.checked);
            }}
            className="size-5 accent-spruce"
          />
          Raccourcis d’une seule touche (sur cet appareil)
        </label>
      </div>
    </Modal>
  );
}
