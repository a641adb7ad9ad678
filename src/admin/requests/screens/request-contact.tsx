import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { contactPaths } from '@/admin/contacts/paths';
import { shownAddress } from '@/admin/kit/lib/shown-address';
import { municipalities } from '@/admin/municipalities/data/municipalities';
import { placesOfOrganisation } from '@/admin/municipalities/data/organisation-place';
import type { Place } from '@/admin/municipalities/data/place-search';
import { PlaceFields } from '@/admin/municipalities/parts/place-fields';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button, buttonClass } from '@/shared/ui/button';
import { Form } from '@/shared/ui/form-fields';
import { type ConversionInput, conversionSchema } from '../data/quote-request-conversion.schema';
import { type QuoteRequest, quoteRequests } from '../data/quote-requests';
import { likelyCity } from './request-reply';

/**
 * Converts a request to a contact: `press` does it at once where the register knows the town, else `asked` holds the
 * initial values of a small form.
 *
 * @param onMade called with the contact's id
 */
export function useConversion(quote: QuoteRequest, onMade?: (contact: string) => Promise<void>) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ place: Place | undefined }>();
  const convert = useMutation(quoteRequests.convert());
  // The next step is awaited here, because the pressed button is unmounted once there is a contact; each reports its
  // own failure.
  const make = (where: ConversionInput) =>
    convert
      .mutateAsync({ quote, ...where })
      .then(onMade)
      .catch(() => undefined);
  const press = useMutation({
    // A press before the register has loaded waits for it; without a register the form asks.
    mutationFn: () => client.ensureQueryData(municipalities.places()).catch((): Place[] => []),
    onSuccess: (register) => {
      const [place, ...others] = placesOfOrganisation(register, quote.organization_name);
      if (place && others.length === 0) void make({ city: place.name, region: place.region });
      else setAsked({ place });
    },
  });
  return {
    asked,
    make,
    isPending: press.isPending || convert.isPending,
    press: () => press.mutate(),
    cancel: () => setAsked(undefined),
  };
}

/**
 * The contact made from the request, or the button to make one: at once where the register knows the town, else after
 * a small form.
 */
export function QuoteContact({ quote }: { quote: QuoteRequest }) {
  const isReadOnly = useIsReadOnly();
  const conversion = useConversion(quote);
  if (quote.contact_id) {
    return (
      <Link
        to={contactPaths.one.href(quote.contact_id)}
        className={buttonClass({ variant: 'outline', size: 'sm' })}
      >
        Ouvrir la fiche du contact
      </Link>
    );
  }
  if (isReadOnly) return null;
  if (conversion.asked) return <Conversion quote={quote} conversion={conversion} />;
  return (
    <Button size="sm" variant="outline" pending={conversion.isPending} onClick={conversion.press}>
      <UserPlus aria-hidden="true" className="size-4" />
      Convertir en contact
    </Button>
  );
}

type Props = { quote: QuoteRequest; conversion: ReturnType<typeof useConversion> };

/** The small form for the data that the register does not give. */
export function Conversion({ quote, conversion: { asked, make, isPending, cancel } }: Props) {
  const form = useForm({
    resolver: zodResolver(conversionSchema),
    defaultValues: {
      city: asked?.place?.name ?? likelyCity(quote.organization_name),
      region: asked?.place?.region ?? '',
    },
  });
  return (
    <Form
      form={form}
      aria-label="Convertir en contact"
      className="w-full space-y-4 rounded-xl border border-line p-4"
      onSubmit={form.handleSubmit((where) => make(where))}
    >
      <p className="text-sm wrap-anywhere text-slate">
        {quote.contact_name}, {quote.organization_name}, {shownAddress(quote.email)}
        {quote.phone && `, ${quote.phone}`}. Un contact qui a déjà ce courriel est relié, sans doublon.
      </p>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <PlaceFields labels={{ city: 'Ville', region: 'Région' }} />
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button size="sm" variant="ghost" onClick={cancel}>
          Annuler
        </Button>
        <Button size="sm" type="submit" pending={isPending}>
          Créer le contact
        </Button>
      </div>
    </Form>
  );
}
