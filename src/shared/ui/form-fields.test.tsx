import { zodResolver } from '@hookform/resolvers/zod';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Form, SelectField, TextAreaField, TextField } from './form-fields';

const schema = z.object({
  name: z.string(),
  place: z.object({ city: z.string().min(1, 'La ville est requise') }),
  tone: z.string().min(1, 'Le ton est requis'),
  notes: z.string(),
});
type Values = z.infer<typeof schema>;

function Example({ onValid, warning }: { onValid: (values: Values) => void; warning?: string }) {
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name: 'Anne', place: { city: '' }, tone: '', notes: '' },
  });
  return (
    <Form form={form} onSubmit={form.handleSubmit(onValid)}>
      <TextField<Values>
        name="name"
        label="Nom"
        autoComplete="name"
        rules={{ onChange: ({ target }) => form.setValue('notes', `Pour ${target.value}`) }}
      />
      <TextField<Values> name="place.city" label="Ville" required hint="Au Québec." error={warning} />
      <SelectField<Values>
        name="tone"
        label="Ton"
        required
        emptyOption="Choisir…"
        options={{ amical: 'Amical', formel: 'Formel' }}
      />
      <TextAreaField<Values> name="notes" label="Notes" rows={3} maxLength={500} />
      <button type="submit">Enregistrer</button>
    </Form>
  );
}

const pressSave = () => userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
const city = () => screen.getByRole('textbox', { name: 'Ville' });

function Opened({ beginsHere }: { beginsHere: boolean }) {
  const form = useForm({ defaultValues: { client: 'Ville d’Alma', subject: '' } });
  return (
    <Form form={form} beginsHere={beginsHere}>
      <input type="file" aria-label="Logo" />
      <TextField<{ client: string }> name="client" label="Client" required />
      <TextField<{ subject: string }> name="subject" label="Objet" required />
    </Form>
  );
}

it.each([true, false])(
  'a form that one opens in order to fill it begins in what is missing: %s',
  (begins) => {
    render(<Opened beginsHere={begins} />);
    const subject = screen.getByRole('textbox', { name: 'Objet' });
    expect(document.activeElement).toBe(begins ? subject : document.body);
  },
);

it('a draft that is saved empty while somebody types keeps the focus where it is', () => {
  const { rerender } = render(<Opened beginsHere={false} />);
  screen.getByRole('textbox', { name: 'Client' }).focus();
  rerender(<Opened beginsHere />);
  expect(screen.getByRole('textbox', { name: 'Client' })).toHaveFocus();
});

describe('bound fields', () => {
  it('tie the errors of the schema to their controls and focus the first invalid one', async () => {
    const onValid = vi.fn();
    render(<Example onValid={onValid} />);
    expect(city()).toHaveAccessibleDescription('Au Québec.');
    expect(city()).not.toBeInvalid();
    await pressSave();
    expect(onValid).not.toHaveBeenCalled();
    expect(city()).toHaveFocus();
    expect(city()).toBeInvalid();
    expect(city()).toHaveAccessibleDescription('Au Québec. La ville est requise');
    expect(screen.getByRole('combobox', { name: 'Ton' })).toHaveAccessibleDescription('Le ton est requis');
  });

  it('give what was typed and chosen to the form', async () => {
    const onValid = vi.fn();
    render(<Example onValid={onValid} />);
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Choisir…',
      'Amical',
      'Formel',
    ]);
    await userEvent.type(city(), 'Percé');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Ton' }), 'Amical');
    await userEvent.type(screen.getByRole('textbox', { name: /^Nom/ }), '!');
    await pressSave();
    expect(onValid.mock.calls[0]?.[0]).toEqual({
      name: 'Anne!',
      place: { city: 'Percé' },
      tone: 'amical',
      notes: 'Pour Anne!',
    });
  });

  it('show a warning of the caller until the schema has an error', async () => {
    render(<Example onValid={vi.fn()} warning="Ville inconnue" />);
    expect(city()).toHaveAccessibleDescription('Au Québec. Ville inconnue');
    await pressSave();
    expect(city()).toHaveAccessibleDescription('Au Québec. La ville est requise');
  });

  it('pass native attributes on to the control', () => {
    render(<Example onValid={vi.fn()} />);
    expect(screen.getByRole('textbox', { name: /^Nom/ })).toHaveAttribute('autocomplete', 'name');
    const notes = screen.getByRole('textbox', { name: /^Notes/ });
    expect(notes).toHaveAttribute('rows', '3');
    expect(notes).toHaveAttribute('maxlength', '500');
    expect(city()).toHaveAttribute('aria-required', 'true');
  });
});
