import { useState } from 'react';
import { Button } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';
import { dayToDate } from '../lib/calendar-day';
import { dayAfter } from '../lib/coming-days';
import { DayInput } from './date-field';

type Props = { today: string; onPick: (day: string) => void };

/** The free choice of a future day for « Reporter ». */
export function PostponeDay({ today, onPick }: Props) {
  const [chosen, setChosen] = useState('');
  const [refused, setRefused] = useState(false);
  return (
    <form
      className="mt-1 border-t border-line px-3 pt-3 pb-1"
      onSubmit={(event) => {
        event.preventDefault();
        // React's events bubble through portals: the surrounding form must not be submitted.
        event.stopPropagation();
        if (dayToDate(chosen) && chosen > today) onPick(chosen);
        else setRefused(true);
      }}
    >
      <Field
        label="Un autre jour"
        required
        error={refused ? 'Choisissez un jour après aujourd’hui' : undefined}
      >
        {(control) => (
          <DayInput
            {...control}
            name="Un autre jour"
            value={chosen}
            openAt={dayAfter(today, 1)}
            onChange={(day) => {
              setChosen(day);
              setRefused(false);
            }}
          />
        )}
      </Field>
      <Button type="submit" size="sm" variant="outline" className="mt-2 w-full">
        Reporter à ce jour
      </Button>
    </form>
  );
}
