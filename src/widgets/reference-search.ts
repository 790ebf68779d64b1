import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#src/data/api.ts'
import { isAbsent, type Field } from '#src/definition'

export interface ReferenceOption {
  readonly value: string
  readonly label: string
}

/** The record a typed text means: the one whose key it is, else the only one it finds. */
export const meantBy = (options: readonly ReferenceOption[], text: string): ReferenceOption | undefined =>
  options.find((option) => option.value.toLowerCase() === text.trim().toLowerCase()) ??
  (options.length === 1 ? options[0] : undefined)

/** What of the answer to another text may be an answer to this one: what contains it. */
export const stillMeant = (options: readonly ReferenceOption[], text: string): readonly ReferenceOption[] => {
  const part = text.trim().toLowerCase()
  return options.filter(({ value, label }) => value.toLowerCase().includes(part) || label.toLowerCase().includes(part))
}

/** Waits until typing pauses. */
export function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}

const asOptions = (answer: unknown): ReferenceOption[] => {
  const records = Array.isArray(answer) ? answer : ((answer as { records?: unknown[] } | null)?.records ?? [])
  return records.map((record) => {
    const { value, label } = record as { value: unknown; label?: unknown }
    return { value: String(value), label: label === null || label === undefined ? String(value) : String(label) }
  })
}

/** A call that answers which records may be chosen, and what it is asked. */
export interface OfferedFrom {
  readonly call: string
  readonly query: Readonly<Record<string, string>>
}

/** The call that tells which records of a field may be chosen beside these values; undefined where all may. */
export function offeredFrom(
  { offered }: Pick<Field, 'offered'>,
  record: Readonly<Record<string, unknown>>,
): OfferedFrom | undefined {
  if (!offered) return undefined
  const beside = (offered.by ?? []).filter((name) => !isAbsent(record[name]) && record[name] !== '')
  return {
    call: offered.call,
    query: { ...offered.query, ...Object.fromEntries(beside.map((name) => [name, String(record[name])])) },
  }
}

/** The records a text finds, those whose key begins with it first; of those that may be chosen, where a call tells them. */
export const searchRecords = async (
  screen: string,
  text: string,
  signal?: AbortSignal,
  from?: OfferedFrom,
): Promise<ReferenceOption[]> => {
  if (from) return asOptions(await api.get<unknown>(from.call, { query: { ...from.query, search: text }, signal }))
  return asOptions(
    await api.post<unknown>(`dropdown-search/${screen}`, { json: { search: text, filters: {} }, signal, reads: true }),
  )
}

/** Searches the records of a screen on the server while the list is open; `answered` tells for which text the options are. */
export function useReferenceSearch(screen: string, text: string, open: boolean, from?: OfferedFrom) {
  const settled = useSettled(text.trim(), 180)
  const search = useQuery({
    queryKey: ['dropdown-search', screen, settled, from],
    queryFn: ({ signal }) => searchRecords(screen, settled, signal, from),
    enabled: open,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    meta: { quiet: true },
  })
  return { ...search, answered: search.isPlaceholderData || search.data === undefined ? null : settled }
}

/** The name behind a key that came without one: picked a moment ago, copied or taken from a draft. */
export function useReferenceLabel(screen: string, key: string | null, known: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['dropdown-search', screen, 'key', key],
    queryFn: async ({ signal }) =>
      (await searchRecords(screen, key ?? '', signal)).find((option) => option.value === key)?.label ?? null,
    enabled: key !== null && known === undefined,
    staleTime: 300_000,
  })
  return known ?? data ?? undefined
}
