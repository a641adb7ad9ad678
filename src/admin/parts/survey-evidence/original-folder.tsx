import { FolderOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  chooseFolder,
  droppedFolder,
  type FormerFolder,
  filesAsFolder,
  formerFolder,
  keepsFolders,
  type SurveyFolder,
} from '@/admin/lib/survey/folder';
import { notify } from '@/shared/lib/notify';
import { Button } from '@/shared/ui/button';

/** Asks for the folder of the originals: the one that this browser knows, another one, or one that is dropped. */
export function OriginalFolder({
  surveyId,
  onFolder,
}: {
  surveyId: string;
  onFolder: (folder: SurveyFolder) => void;
}) {
  const [former, setFormer] = useState<FormerFolder>();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    let isGone = false;
    void formerFolder(surveyId).then((found) => {
      if (!isGone) setFormer(found);
    });
    return () => {
      isGone = true;
    };
  }, [surveyId]);
  const take = (opening: Promise<SurveyFolder | undefined> | undefined) => {
    opening?.then(
      (folder) => folder && onFolder(folder),
      () => notify.error('Le dossier n’a pas pu être ouvert. Le disque est-il branché?'),
    );
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is another way than the buttons inside
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        take(droppedFolder(surveyId, event.nativeEvent));
      }}
      className={`flex flex-wrap items-center gap-3 rounded-xl border-2 border-dashed p-4 ${isOver ? 'border-spruce bg-spruce-pale' : 'border-slate/60'}`}
    >
      {former && (
        <Button onClick={() => take(former.reopen())}>
          <FolderOpen aria-hidden="true" className="size-4" />
          Ouvrir «&nbsp;{former.name}&nbsp;»
        </Button>
      )}
      {keepsFolders() ? (
        <Button variant={former ? 'outline' : 'primary'} onClick={() => take(chooseFolder(surveyId))}>
          {former ? 'Un autre dossier' : 'Choisir le dossier des originaux'}
        </Button>
      ) : (
        <label className="relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full bg-spruce px-5 font-semibold text-white has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-spruce">
          Choisir le dossier des originaux
          <input
            type="file"
            multiple
            className="sr-only"
            {...({ webkitdirectory: '' } as object)}
            onChange={({ target }) => {
              const files = [...(target.files ?? [])];
              target.value = '';
              if (files.length > 0) onFolder(filesAsFolder(files));
            }}
          />
        </label>
      )}
      <p className="min-w-0 flex-1 basis-56 text-sm text-slate">
        ou déposez-le ici. Les originaux restent sur votre disque&nbsp;: ils sont lus, jamais envoyés.
      </p>
    </div>
  );
}
