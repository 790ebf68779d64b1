import type { NavigationArea } from '#src/data/bootstrap.ts'

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Whether every word of a query begins a word of the text, or stands within it. */
export function matchesWords(text: string, query: string): boolean {
  const lower = text.toLowerCase()
  return wordsOf(query).every((word) => lower.includes(word))
}

/** The entries whose label, or area, contains every word; areas without any are left out. */
export function filterNavigation(areas: readonly NavigationArea[], query: string): readonly NavigationArea[] {
  if (query.trim() === '') return areas
  return areas
    .map((area) => ({
      ...area,
      items: area.items.filter(({ label }) => matchesWords(`${label} ${area.label}`, query)),
    }))
    .filter(({ items }) => items.length > 0)
}

/** As much of the areas as has room at their top, in entries; the areas behind are left out. */
export function firstEntries(areas: readonly NavigationArea[], room: number): readonly NavigationArea[] {
  const first: NavigationArea[] = []
  let left = room
  for (const area of areas) {
    if (left <= 0) break
    first.push(area.items.length <= left ? area : { ...area, items: area.items.slice(0, left) })
    left -= area.items.length + 1
  }
  return first
}

/** The entry that the address lies under: the one with the longest path. */
export function activePath(areas: readonly NavigationArea[], pathname: string): string | null {
  let best: string | null = null
  let length = 0
  for (const { items } of areas) {
    for (const { path, results } of items) {
      for (const above of [path, results ?? path]) {
        if ((pathname === above || pathname.startsWith(`${above}/`)) && above.length > length)
          [best, length] = [path, above.length]
      }
    }
  }
  return best
}
