import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { regionsByName } from '@/admin/data/municipalities/regions';
import {
  type ConversionInput,
  conversionSchema,
} from '@/admin/data/quote-requests/quote-request-conversion.schema';
import { type QuoteRequest, quoteRequests } from '@/admin/data/quote-requests/quote-requests';
import { paths } from '@/shared/lib/admin-paths';
import { Button } from '@/shared/ui/button';
import { Form, SelectField, TextField } from '@/shared/ui/form-fields';
import { likelyCity } from './request-reply';

/** The contact made from the request, or the way to make one. */
export function QuoteContact({ quote }: { quote: QuoteRequest }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <section aria-label="Contact">
      <h3 className="mb-1.5 text-sm font-semibold text-slate">Contact</h3>
      {quote.contact_id ? (
        <Link to={paths.admin.contact.href(quote.contact_id)} className="underline">
          Ouvrir la fiche du contact
        </Link>
      ) : isAsking ? (
        <Conversion quote={quote} onCancel={() => setAsking(false)} />
      ) : (
        <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
          <UserPlus aria-hidden="true" className="size-4" />
          Convertir en contact
        </Button>
      )}
    </section>
  );
}

function Conversion({ quote, onCancel }: { quote: QuoteRequest; onCancel: () => void }) {
  const convert = useMutation(quoteRequests.convert());
  const form = useForm({
    resolver: zodResolver(conversionSchema),
    defaultValues: { city: likelyCity(quote.organization_name), region: '' },
  });
  return (
    <Form
      form={form}
      aria-label="Convertir en contact"
      className="space-y-4 rounded-xl border border-line p-4"
      onSubmit={form.handleSubmit((place) => convert.mutate({ quote, ...place }))}
    >
      <p className="text-sm text-slate">
        {quote.contact_name}, {quote.organization_name}, {quote.email}
        {quote.phone && `, ${quote.phone}`}. Un contact qui a déjà ce courriel est relié, sans doublon.
      </p>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField<ConversionInput> name="city" label="Ville" required maxLength={100} />
        <SelectField<ConversionInput> name="region" label="Région" required emptyOption="Choisir…">
          {regionsByName.map((region) => (
            <option key={region}>{region}</option>
          ))}
        </SelectField>
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Annuler
        </Button>
        <Button size="sm" type="submit" pending={convert.isPending}>
          Créer le contact
        </Button>
      </div>
    </Form>
  );
}
