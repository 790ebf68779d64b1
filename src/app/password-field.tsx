import { type Ref, useState } from 'react'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { EyeIcon, EyeOffIcon } from '#src/ui/icons.tsx'
import { Input, type InputProps } from '#src/ui/input.tsx'

interface PasswordFieldProps extends Omit<InputProps, 'type' | 'suffix'> {
  readonly label: string
  readonly error?: string
  readonly help?: string
  readonly ref?: Ref<HTMLInputElement>
}

/** A password that can be looked at while it is typed. */
export function PasswordField({ label, error, help, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Picture = shown ? EyeOffIcon : EyeIcon
  return (
    <FieldFrame label={label} error={error} help={help} required={input.required}>
      {(wiring) => (
        <Input
          {...input}
          {...wiring}
          type={shown ? 'text' : 'password'}
          className="h-10"
          suffix={
            <button
              type="button"
              aria-label={shown ? 'Hide the password' : 'Show the password'}
              aria-pressed={shown}
              className="-mr-1 inline-flex size-7 items-center justify-center rounded text-ink-3 hover:text-ink-1"
              onClick={() => setShown(!shown)}
            >
              <Picture />
            </button>
          }
        />
      )}
    </FieldFrame>
  )
}
