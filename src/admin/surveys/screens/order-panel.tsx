import { cutText } from '@contract/cut-text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FileUp, MapPinned, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { FileButton } from '@/admin/kit/ui/file-button';
import { counted } from '@/shared/lib/numbers';
import type { Position } from '@/shared/survey/track';
import { Button } from '@/shared/ui/button';
import { type FoundStreets, municipalityStreets } from '../data/municipality-streets';
import { surveyArea } from '../data/plausible-places';
import { readStreetsFile, type StoredStreets, StreetsRefusal } from '../data/read-streets';
import { useSurveyTown } from '../data/survey-town';
import { surveys } from '../data/surveys';

/** The ordered streets, with their source, and a way to replace them. */
export function OrderPanel({
  surveyId,
  streets,
  source,
  places,
}: {
  surveyId: string;
  streets: StoredStreets;
  source: string | null;
  /** Places of the pictures of the survey. */
  places: readonly Position[];
}) {
  const town = useSurveyTown(useQuery(surveys.one(surveyId)).data);
  const setOrder = useMutation(surveys.setOrder(surveyId));
  const [refusal, setRefusal] = useState('');
  const [told, setTold] = useState<string[]>([]);
  const read = async ([file]: File[]) => {
    if (!file) return;
    setRefusal('');
    setTold([]);
    try {
      const read = await readStreetsFile(file, surveyArea(places, town));
      setOrder.mutate(
        { streets: read.streets, source: cutText(file.name, 200) },
        { onSuccess: () => setTold(read.told) },
      );
    } catch (error) {
      setRefusal(error instanceof StreetsRefusal ? error.message : 'Ce fichier n’a pas pu être lu.');
    }
  };
  return (
    <section aria-labelledby="order-title" className="space-y-3 rounded-xl border border-line bg-paper p-4">
      <h2 id="order-title" className="text-lg font-bold">
        Rues commandées
      </h2>
      <p className="max-w-prose">
        {streets.length === 0
          ? 'Donnez les rues que le client a commandées\u00a0: un fichier GeoJSON ou KML de lignes, avec leur nom.'
          : `${counted(streets.length, 'rue', 'rues')}${source ? `, source\u00a0: ${source}` : ''}.`}
      </p>
      <AdminsOnly>
        <div className="flex flex-wrap gap-3">
          <StreetsOfTown
            town={town}
            isSaving={setOrder.isPending}
            onFound={(found) => {
              setTold([]);
              setOrder.mutate(found);
            }}
            onRefusal={setRefusal}
          />
          <FileButton
            label={streets.length === 0 ? 'Choisir un fichier de rues' : 'Remplacer par un fichier de rues'}
            accept=".geojson,.json,.kml,application/geo+json,application/vnd.google-earth.kml+xml"
            icon={FileUp}
            pending={setOrder.isPending}
            onChoose={(files) => void read(files)}
          />
          {streets.length > 0 && (
            <Button variant="ghost" onClick={() => setOrder.mutate({ streets: [], source: null })}>
              <Trash2 aria-hidden="true" className="size-4" />
              Retirer les rues commandées
            </Button>
          )}
        </div>
      </AdminsOnly>
      {told.length > 0 && (
        <ul role="status" className="space-y-1 text-sm">
          {told.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {refusal && (
        <p role="alert" className="font-medium text-sumac-deep">
          {refusal}
        </p>
      )}
    </section>
  );
}

/** Reads the streets of the survey's town from OpenStreetMap; the list is then the whole town, to be cut by hand. */
function StreetsOfTown({
  town,
  isSaving,
  onFound,
  onRefusal,
}: {
  town: ReturnType<typeof useSurveyTown>;
  isSaving: boolean;
  onFound: (found: FoundStreets) => void;
  onRefusal: (text: string) => void;
}) {
  const read = useMutation(municipalityStreets());
  const ask = () => {
    if (!town) {
      onRefusal(
        'Écrivez d’abord la ville du relevé, telle qu’elle est au répertoire\u00a0: bouton Modifier, ci-dessus.',
      );
      return;
    }
    onRefusal('');
    read.mutate(
      { latitude: town.lat, longitude: town.lon },
      {
        onSuccess: (found) =>
          found.streets.length > 0
            ? onFound(found)
            : onRefusal(
                'OpenStreetMap ne connaît aucune rue nommée dans cette ville. Donnez un fichier GeoJSON ou KML.',
              ),
        onError: ({ message }) => onRefusal(message),
      },
    );
  };
  return (
    <Button variant="outline" pending={read.isPending || isSaving} onClick={ask}>
      <MapPinned aria-hidden="true" className="size-4" />
      {town ? `Rues de ${town.name}, d’OpenStreetMap` : 'Rues de la ville, d’OpenStreetMap'}
    </Button>
  );
}
