import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#src/data/api.ts'
import type { FormatBody } from './format-body.ts'

const most = 2_000

interface Names {
  readonly records: readonly { readonly value: string }[]
}
interface Values {
  readonly records: readonly { readonly source_value: string; readonly target_value: string | null }[]
}

const namesIn = ({ fields }: FormatBody): string[] => [
  ...new Set(fields.flatMap(({ qualifier }) => (qualifier ? [qualifier] : []))),
]

/** The names of the qualifiers there are; none for those who may not read them. */
export const useQualifierNames = (enabled: boolean): readonly string[] =>
  useQuery({
    queryKey: ['integration-qualifiers', 'names'],
    queryFn: ({ signal }) =>
      api.get<Names>('integration-qualifiers/distinct', { query: { field: 'qualifier' }, signal }),
    enabled,
    retry: false,
    meta: { quiet: true },
  }).data?.records.map(({ value }) => value) ?? []

/** The format with the values of its qualifiers, for showing what lines become; the server looks them up itself. */
export function useWithQualifiers(format: FormatBody): FormatBody {
  const names = namesIn(format)
  const found = useQueries({
    queries: names.map((qualifier) => ({
      queryKey: ['integration-qualifiers', 'values', qualifier],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get<Values>('integration-qualifiers', { query: { qualifier, limit: String(most) }, signal }),
      retry: false,
      meta: { quiet: true },
    })),
  })
  const known = JSON.stringify(found.map(({ data }) => data?.records ?? []))
  return useMemo(() => {
    const values = (JSON.parse(known) as Values['records'][]).map((records) =>
      Object.fromEntries(records.map((one) => [one.source_value, one.target_value ?? ''])),
    )
    if (values.length === 0) return format
    const order = namesIn(format)
    const fields = format.fields.map((entry) => {
      const own = entry.qualifier ? values[order.indexOf(entry.qualifier)] : undefined
      return own ? { ...entry, value_map: { ...own, ...entry.value_map } } : entry
    })
    return { ...format, fields }
  }, [format, known])
}
