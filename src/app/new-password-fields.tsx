import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { PasswordField } from './password-field.tsx'

export interface NewPassword {
  new_password: string
  repeated: string
}

export const noNewPassword: NewPassword = { new_password: '', repeated: '' }

interface NewPasswordFieldsProps {
  readonly register: UseFormRegister<NewPassword>
  readonly errors: FieldErrors<NewPassword>
}

/** A new password, twice. What it must be like is the server's to say. */
export function NewPasswordFields({ register, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        help="At least 12 characters. A sentence is easier to remember than a riddle."
        error={errors.new_password?.message}
        {...register('new_password', { required: 'Choose a new password.' })}
      />
      <PasswordField
        label="New password again"
        autoComplete="new-password"
        error={errors.repeated?.message}
        {...register('repeated', {
          validate: (value, values) => value === values.new_password || 'The two entries differ.',
        })}
      />
    </>
  )
}
