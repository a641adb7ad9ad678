import { createContext, useContext } from 'react';

/** True when the content may only be read: forms are disabled, and write actions are hidden. */
export const ReadOnlyContext = createContext(false);

/** Tells whether the screen is shown to a person who may only read. */
export const useIsReadOnly = () => useContext(ReadOnlyContext);

/** French reason shown for a disabled action. */
export const READ_ONLY_MESSAGE =
  'Votre accès est en lecture seule\u00a0: un administrateur peut faire ce changement.';
