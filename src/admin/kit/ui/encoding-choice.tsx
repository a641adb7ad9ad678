import { Button } from '@/shared/ui/button';
import type { DecodedText, Encoding } from '../lib/decode-text';

type Props = { file: string; readings: DecodedText['doubt']; onChoose: (encoding: Encoding) => void };

/** Asks which reading of a text file is right, where its bytes may be read in two ways. */
export function EncodingChoice({ file, readings, onChoose }: Props) {
  if (!readings) return null;
  return (
    <section aria-label="Accents du fichier" className="rounded-xl border border-amber-ink/50 bg-paper p-5">
      <p role="status">Les accents de {file} peuvent se lire de deux façons. Laquelle est la bonne?</p>
      <div className="mt-3 flex flex-wrap gap-3">
        {readings.map(({ encoding, sample }) => (
          <Button key={encoding} variant="outline" onClick={() => onChoose(encoding)}>
            «&nbsp;{sample}&nbsp;» <span className="text-sm font-normal text-slate">({encoding})</span>
          </Button>
        ))}
      </div>
    </section>
  );
}
