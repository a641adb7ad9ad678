import { useEffect, useRef } from 'react';
import { Button } from '@/shared/ui/button';
import { isSendKey, isUnderModal, useKeys } from '../lib/keys';

const keys = [{ key: 'Enter', display: 'Ctrl + Entrée', label: 'Envoyer par courriel' }];

/**
 * « Envoyer par courriel » of a draft, which Ctrl+Enter presses from any field: with Tab it is behind everything that one
 * may still write.
 */
export function SendButton({ disabled, onPress }: { disabled: boolean; onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useKeys('Brouillon', keys);
  /** True after the key was pressed while the last letters were being saved. */
  const isAwaited = useRef(false);
  useEffect(() => {
    const send = (event: KeyboardEvent) => {
      isAwaited.current = false;
      if (!isSendKey(event) || event.defaultPrevented || isUnderModal()) return;
      event.preventDefault();
      isAwaited.current = button.current?.disabled === true;
      button.current?.click();
    };
    document.addEventListener('keydown', send);
    return () => document.removeEventListener('keydown', send);
  }, []);
  useEffect(() => {
    if (disabled || !isAwaited.current) return;
    isAwaited.current = false;
    button.current?.click();
  }, [disabled]);
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
