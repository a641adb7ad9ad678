import { useEffect, useRef } from 'react';
import { Button } from '@/shared/ui/button';
import { isUnderModal, useKeys } from '../lib/keys';

const keys = [{ key: 'Enter', display: 'Ctrl + Entrée', label: 'Envoyer par courriel' }];

/**
 * « Envoyer par courriel » of a draft, which Ctrl+Enter presses from any field: with Tab it is behind everything that one
 * may still write.
 */
export function SendButton({ disabled, onPress }: { disabled: boolean; onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useKeys('Brouillon', keys);
  useEffect(() => {
    const send = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (event.defaultPrevented || isUnderModal()) return;
      event.preventDefault();
      button.current?.click();
    };
    document.addEventListener('keydown', send);
    return () => document.removeEventListener('keydown', send);
  }, []);
  return (
    <Button
      ref={button}
      variant="accent"
      disabled={disabled}
      aria-keyshortcuts="Control+Enter"
      title="Ctrl+Entrée"
      onClick={onPress}
    >
      Envoyer par courriel
    </Button>
  );
}
