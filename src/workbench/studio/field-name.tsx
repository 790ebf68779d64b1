import { useState } from 'react'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input } from '#src/ui/input.tsx'

interface TechnicalNameProps {
  readonly name: string
  /** Its column holds values already: the name stays. */
  readonly isStored?: boolean | undefined
  readonly onRename?: ((name: string) => void) | undefined
}

/** What calls and files name the field by; renamed as one leaves it. */
export function TechnicalName({ name, isStored, onRename }: TechnicalNameProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const wrong = draft !== null && !/^[a-z][a-z0-9_]*$/i.test(draft)
  return (
    <FieldFrame
      label="Technical name"
      error={wrong ? 'Letters, digits and _, a letter in front' : undefined}
      help={isStored ? 'Its column is in use, so the name stays. The label can be anything.' : undefined}
    >
      {(wiring) => (
        <Input
          {...wiring}
          className="font-mono"
          spellCheck={false}
          value={draft ?? name}
          readOnly={isStored === true || onRename === undefined}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={() => {
            if (draft !== null && !wrong && draft !== name) onRename?.(draft)
            setDraft(null)
          }}
        />
      )}
    </FieldFrame>
  )
}
