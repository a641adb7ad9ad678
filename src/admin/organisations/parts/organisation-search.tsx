import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useDeferredValue } from 'react';
import { Combobox } from '@/admin/kit/ui/combobox';
import { counted } from '@/shared/lib/numbers';
import { type OrganisationChoice, organisations } from '../data/organisations';

const NO_CHOICES: OrganisationChoice[] = [];
const suggestionCount = (count: number) => counted(count, 'organisation proposée', 'organisations proposées');

type Props = Omit<
  ComponentProps<typeof Combobox<OrganisationChoice>>,
  'options' | 'optionKey' | 'listLabel' | 'countLabel' | 'children'
> & {
  /** Id of an organisation to leave out. */
  except?: string;
};

/** A text input that suggests organisations whose name contains the text. */
export function OrganisationSearch({ except, ...control }: Props) {
  const { data = NO_CHOICES } = useQuery(organisations.search(useDeferredValue(control.value)));
  return (
    <Combobox<OrganisationChoice>
      {...control}
      options={control.value.trim().length < 2 ? NO_CHOICES : data.filter(({ id }) => id !== except)}
      optionKey={({ id }) => id}
      listLabel="Organisations"
      countLabel={suggestionCount}
    >
      {({ name, city, region }) => (
        <>
          {name}
          <span className="block text-sm text-slate">{[city, region].join(' · ')}</span>
        </>
      )}
    </Combobox>
  );
}
