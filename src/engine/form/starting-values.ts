import { fieldDisplays, plainText, type Screen } from '#src/definition'
import type { Values } from './changes.ts'

/** What a new record starts with beyond the defaults: a copied record without its own key, and fields named by the address. */
export function startingValues(screen: Screen, parameters: URLSearchParams, source?: Values): Record<string, unknown> {
  const key = new Set(screen.table?.key ?? [])
  const own = (name: string, type: string): boolean => key.has(name) && type !== 'reference'
  const copied = source
    ? Object.fromEntries(
        screen.fields
          .filter((field) => !field.readOnly && !field.unique && !own(field.name, field.type) && field.name in source)
          .map((field) => [field.name, source[field.name]]),
      )
    : {}
  const given = screen.fields.flatMap((field) => {
    const text = parameters.get(field.name)?.trim()
    if (!text || field.readOnly) return []
    const parsed = fieldDisplays[field.type].parseText(text, field, plainText)
    return parsed.ok ? [[field.name, parsed.value] as const] : []
  })
  return { ...copied, ...Object.fromEntries(given) }
}
