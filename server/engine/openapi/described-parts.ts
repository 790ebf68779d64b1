import { labelOf, type Screen } from '#src/definition'
import { areas } from '#screens/navigation.ts'
import { shellCalls } from './shell-paths.ts'
import type { ShellCall } from './shell-call.ts'

/** The calls of a screen, or of something all screens have in common, that are described together. */
export interface DescribedPart {
  /** Its name in addresses: sales-data. */
  readonly name: string
  /** The tag of its calls. */
  readonly title: string
  readonly area: string
  readonly screens: readonly Screen[]
  readonly shell: readonly ShellCall[]
}

export interface DescribedArea {
  readonly area: string
  readonly label: string
  readonly parts: readonly DescribedPart[]
}

/** The area of what belongs to no screen: signing in, searching, uploads. */
const everywhere = { name: 'everywhere', label: 'Every screen' }

const described = ({ endpoint, table, result, upload }: Screen): boolean =>
  (endpoint !== null && (table !== null || result !== null)) || (upload?.endpoints ?? []).length > 0

const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'part'

const kept = new WeakMap<readonly Screen[], readonly DescribedArea[]>()

/**
 * Every call of the API in the order of the menu: by area, then by the screen or the subject it belongs to. Cheap: no call is
 * described yet. The same for the same screens.
 */
export function describedAreas(screens: readonly Screen[]): readonly DescribedArea[] {
  const known = kept.get(screens)
  if (known) return known
  const subjects = new Map<string, { area: string; screens: Screen[]; shell: ShellCall[] }>()
  const subject = (title: string, area: string) => {
    const found = subjects.get(title) ?? { area, screens: [], shell: [] }
    subjects.set(title, found)
    return found
  }
  for (const screen of screens.filter(described)) subject(screen.plural, screen.area).screens.push(screen)
  for (const call of shellCalls)
    subject(call[2], areas.find(({ label }) => label === call[2])?.name ?? everywhere.name).shell.push(call)
  const names = new Set<string>()
  const { compare } = new Intl.Collator('en')
  const parts = [...subjects]
    .toSorted(([a], [b]) => compare(a, b))
    .map(([title, one]): DescribedPart => {
      const slug = slugOf(title)
      let name = slug
      for (let i = 2; names.has(name); i++) name = `${slug}-${i}`
      names.add(name)
      return { name, title, ...one }
    })
  const order = [...new Set([everywhere.name, ...areas.map(({ name }) => name), ...parts.map(({ area }) => area)])]
  const found = order
    .map((area) => ({
      area,
      label: [everywhere, ...areas].find(({ name }) => name === area)?.label ?? labelOf(area),
      parts: parts.filter((part) => part.area === area),
    }))
    .filter((area) => area.parts.length > 0)
  kept.set(screens, found)
  return found
}
