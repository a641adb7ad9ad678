import { createContext, useContext } from 'react';

/** Whether what is below may only be read: forms are disabled, and what would write is not offered. */
export const ReadOnlyContext = createContext(false);

/** Whether the screen is shown to a person who may only read. */
export const useIsReadOnly = () => useContext(ReadOnlyContext);

/** Why something cannot be done, in French. */
export const READ_ONLY_MESSAGE =
  'Votre accès est en lecture seule\u00a0: un administrateur peut faire ce changement.';
