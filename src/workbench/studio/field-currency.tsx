import type { FieldSpec } from '#src/definition'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input } from '#src/ui/input.tsx'
import type { FieldChange } from './field-change.ts'

/** The currency of an amount: a code, or the field that holds it. */
export function FieldCurrency({
  field,
  siblings,
  error,
  onChange,
}: {
  field: FieldSpec
  siblings: Readonly<Record<string, FieldSpec>>
  error: string | undefined
  onChange: (change: FieldChange) => void
}) {
  const texts = Object.entries(siblings).filter(([, other]) => other.type === 'text' || other.type === 'choice')
  return (
    <FieldFrame label="Currency" error={error} help="A code such as EUR, or the field that holds it">
      {(wiring) => (
        <>
          <Input
            {...wiring}
            list={`${wiring.id}-fields`}
            value={field.currency ?? ''}
            onChange={(event) => onChange({ currency: event.target.value || undefined })}
          />
          <datalist id={`${wiring.id}-fields`}>
            {texts.map(([other]) => (
              <option key={other} value={other} />
            ))}
          </datalist>
        </>
      )}
    </FieldFrame>
  )
}
