import { useQuery } from '@tanstack/react-query'
import { api } from '#src/data/api.ts'
import type { Field } from '#src/definition'
import type { InputProps } from './input.ts'

export interface Offered {
  readonly value: string
  readonly label: string
}

const none: readonly Offered[] = []

const wordsOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value ?? ''))

/** What the call behind a field offers beside these values; nothing until it has answered, nor where it refuses. */
export function useOffers({
  field: { offers },
  record,
  disabled,
}: Pick<InputProps, 'record' | 'disabled'> & { readonly field: Pick<Field, 'offers'> }): readonly Offered[] {
  const beside = (offers?.by ?? [])
    .map((name) => [name, wordsOf(record[name])] as const)
    .filter(([, text]) => text !== '')
  const query = { ...offers?.query, ...Object.fromEntries(beside) }
  const { data } = useQuery({
    queryKey: ['offers', offers?.call, query],
    queryFn: ({ signal }) => api.get<{ records: readonly Offered[] }>(offers!.call, { query, signal }),
    enabled:
      offers !== undefined && disabled !== true && (offers.by?.[0] === undefined || record[offers.by[0]] != null),
    staleTime: 60_000,
    retry: false,
    meta: { quiet: true },
  })
  return data?.records ?? none
}
