import { useId, useState } from 'react';
import { Button } from '@/shared/ui/button';

/** « Partir d’un modèle… », with a button that inserts the chosen template; renders nothing without templates. */
export function TemplateChoice<Template extends { id: string; name: string }>({
  label = 'Modèle de courriel',
  templates = [],
  onInsert,
}: {
  label?: string;
  templates: readonly Template[] | undefined;
  onInsert: (template: Template) => void;
}) {
  const id = useId();
  const [chosen, setChosen] = useState('');
  const template = templates.find((one) => one.id === chosen);
  if (templates.length === 0) return null;
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <select
          id={id}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          className="block min-h-9 max-w-full rounded-lg border border-slate/60 bg-paper px-2 text-sm"
        >
          <option value="">Partir d’un modèle…</option>
          {templates.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </div>
      <Button
        size="sm"
        variant="outline"
        disabled={!template}
        onClick={() => {
          if (template) onInsert(template);
        }}
      >
        Insérer
      </Button>
    </div>
  );
}
