import { TextField } from '@/shared/ui/form-fields';
import type { NewPassword } from '../data/session.schema';

/** The two fields of a form that asks for a new password, typed twice. */
export function NewPasswordFields() {
  return (
    <>
      <TextField<NewPassword>
        name="password"
        label="Nouveau mot de passe"
        required
        type="password"
        autoComplete="new-password"
      />
      <TextField<NewPassword>
        name="confirmation"
        label="Confirmez le mot de passe"
        required
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}
