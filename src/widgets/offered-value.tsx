import type { Field } from '#src/definition'
import { useOffers } from './use-offers.ts'

interface OfferedValueProps {
  readonly field: Field
  readonly value: unknown
  /** The values beside it, which what is offered hangs on. */
  readonly record: Readonly<Record<string, unknown>>
}

/** A value that was chosen from what a call offers, as people know it; as it is kept until that is known. */
export function OfferedValue({ field, value, record }: OfferedValueProps) {
  const offered = useOffers({ field, record })
  return offered.find((one) => one.value === String(value))?.label ?? String(value)
}
