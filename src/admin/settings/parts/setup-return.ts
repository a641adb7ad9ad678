import { useLocation, useNavigate } from 'react-router-dom';
import { SAVED_STATE } from '@/admin/kit/lib/unsaved-text';
import { settingsPaths } from '../paths';

/** Navigation state of the links of the setup list: the screen leads back to the list once its step is done. */
export const FROM_SETUP = { fromSetup: true } as const;

/**
 * Tells whether the setup list opened this screen, and gives a function that goes back to it if so and returns true
 * then.
 */
export function useSetupReturn(): { isFromSetup: boolean; returnToSetup: () => boolean } {
  const { state } = useLocation();
  const navigate = useNavigate();
  const isFromSetup = (state as Partial<typeof FROM_SETUP> | null)?.fromSetup === true;
  return {
    isFromSetup,
    returnToSetup: () => {
      if (isFromSetup) navigate(settingsPaths.setup.href(), { state: SAVED_STATE });
      return isFromSetup;
    },
  };
}
