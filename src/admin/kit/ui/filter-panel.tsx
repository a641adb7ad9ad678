import * as Popover from '@radix-ui/react-popover';
import { type RefObject, useId } from 'react';
import { buttonClass } from '@/shared/ui/button';
import { parseSorts } from '../lib/sorting';
import { ignoreNotifications } from './dialog';
import { FilterSelect } from './filter-select';

export type FilterPanelProps = {
  filters: readonly {
    name: string;
    label: string;
    allLabel: string;
    options: Readonly<Record<string, string>>;
    value: string;
  }[];
  onFilter: (name: string, value: string) => void;
  /** Column → French label. */
  orders: Readonly<Record<string, string>>;
  /** The order of the list: `title`, or `-title` for descending. */
  sort: string;
  defaultSort: string;
  onSort: (sort: string) => void;
  /** True for cards, which have no header to sort by. */
  isCards?: boolean;
  /** The button that opened the panel: it positions it, and gets the focus back. */
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
};

/** The filters of a list, each applied as soon as it is chosen, and its order where there is no table header. */
export function FilterPanel({ filters, onFilter, button, onClose, ...order }: FilterPanelProps) {
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Filtres"
          onInteractOutside={(event) => {
            ignoreNotifications(event);
            // The button closes the panel itself.
            if (button.current?.contains(event.target as Node)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            button.current?.focus();
          }}
          className="z-50 flex max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1rem)] flex-col rounded-xl border border-line bg-paper shadow-xl outline-none"
        >
          <div className="min-h-0 space-y-3 overflow-y-auto p-4">
            {filters.map(({ name, ...filter }) => (
              <FilterSelect key={name} {...filter} labelled onChange={(value) => onFilter(name, value)} />
            ))}
            {Object.keys(order.orders).length > 0 && <Order {...order} />}
          </div>
          <div className="border-t border-line p-3 text-right">
            <Popover.Close className={buttonClass({ variant: 'primary', size: 'sm' })}>Fermer</Popover.Close>
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Replaces the sorting of a table's header. */
function Order({
  orders,
  sort,
  defaultSort,
  onSort,
  isCards = false,
}: Pick<FilterPanelProps, 'orders' | 'sort' | 'defaultSort' | 'onSort' | 'isCards'>) {
  const name = useId();
  const { key = '', descending = false } = parseSorts(sort)[0] ?? {};
  const isKnown = sort !== defaultSort && Object.hasOwn(orders, key);
  return (
    <div className={`space-y-2 border-t border-line pt-3 ${isCards ? '' : 'sm:hidden'}`}>
      <FilterSelect
        label="Trier par"
        labelled
        allLabel="Ordre habituel"
        options={orders}
        value={isKnown ? key : ''}
        onChange={(column) => onSort(column || defaultSort)}
      />
      {isKnown && (
        <fieldset className="flex flex-wrap gap-x-4">
          <legend className="sr-only">Sens</legend>
          {[
            { label: 'Croissant', value: key },
            { label: 'Décroissant', value: `-${key}` },
          ].map(({ label, value }) => (
            <label key={value} className="inline-flex min-h-10 items-center gap-2 text-[0.95rem]">
              <input
                type="radio"
                name={name}
                checked={descending === value.startsWith('-')}
                onChange={() => onSort(value)}
                className="size-5 accent-spruce"
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
