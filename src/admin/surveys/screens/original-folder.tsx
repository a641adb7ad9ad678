import { FolderOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FolderDrop } from '@/admin/kit/ui/folder-drop';
import { notify } from '@/shared/lib/notify';
import { Button } from '@/shared/ui/button';
import {
  chooseFolder,
  droppedFolder,
  type FormerFolder,
  filesAsFolder,
  formerFolder,
  keepsFolders,
  type SurveyFolder,
} from '../data/folder';

/** Asks for the folder of the originals: the known one of this browser, another, or a dropped one. */
export function OriginalFolder({
  surveyId,
  onFolder,
}: {
  surveyId: string;
  onFolder: (folder: SurveyFolder) => void;
}) {
  const [former, setFormer] = useState<FormerFolder>();
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
    <FolderDrop
      label={former ? 'Un autre dossier' : 'Choisir le dossier des originaux'}
      isSecondary={former !== undefined}
      first={
        former && (
          <Button onClick={() => take(former.reopen())}>
            <FolderOpen aria-hidden="true" className="size-4" />
            Ouvrir «&nbsp;{former.name}&nbsp;»
          </Button>
        )
      }
      onDrop={(event) => take(droppedFolder(surveyId, event))}
      onFiles={(files) => onFolder(filesAsFolder(files))}
      onChoose={keepsFolders() ? () => take(chooseFolder(surveyId)) : undefined}
    >
      <p className="min-w-0 flex-1 basis-56 text-sm text-slate">
        ou déposez-le ici. Les originaux restent sur votre disque&nbsp;: ils sont lus, jamais envoyés.
      </p>
    </FolderDrop>
  );
}
