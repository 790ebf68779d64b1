import { ChoiceInput } from './input-choice.tsx'
import type { InputProps } from './input.ts'
import { useOffers } from './use-offers.ts'

/** A whole number that stands for something, such as an id: chosen by what the call behind its field calls it. */
export function OfferedNumber(props: InputProps) {
  const { field, value, onChange } = props
  const choices = useOffers(props)
  return (
    <ChoiceInput
      {...props}
      field={{ ...field, type: 'choice', choices }}
      value={value === null || value === undefined ? null : String(value)}
      onChange={(chosen) => onChange(typeof chosen === 'string' ? Number(chosen) : null)}
    />
  )
}
