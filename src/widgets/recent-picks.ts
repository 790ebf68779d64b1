import type { ReferenceOption } from './reference-search.ts'

const most = 5
const keyOf = (user: number, screen: string): string => `tierline:picked:${user}:${screen}`

const isOption = (value: unknown): value is ReferenceOption =>
  typeof value === 'object' &&
  value !== null &&
  'value' in value &&
  typeof value.value === 'string' &&
  'label' in value &&
  typeof value.label === 'string'

/** What the user picked last for references to a screen, the latest first. */
export function recentPicks(user: number, screen: string): readonly ReferenceOption[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(user, screen)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isOption).slice(0, most) : []
  } catch {
    return []
  }
}

export function rememberPick(user: number, screen: string, option: ReferenceOption): void {
  const others = recentPicks(user, screen).filter(({ value }) => value !== option.value)
  try {
    localStorage.setItem(keyOf(user, screen), JSON.stringify([option, ...others].slice(0, most)))
  } catch {
    // Without storage nothing is remembered, and nothing else is lost.
  }
}
