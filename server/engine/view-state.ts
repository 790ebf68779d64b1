import type { Screen } from '#src/definition'
import { reserved } from '#src/definition/list-query.ts'
import { systemFields } from '#src/definition/system-fields.ts'

/** What a view holds: the parameters of a list's address, and what does not fit there. */
export interface ViewState {
  readonly query: Readonly<Record<string, string>>
  readonly widths: Readonly<Record<string, number>>
  readonly density: 'compact' | 'standard' | 'roomy' | null
}

/** What is left of a view for one reader, and what it has lost. */
export interface TrimmedState extends ViewState {
  /** Fields that no longer exist. */
  readonly gone: readonly string[]
  /** How many fields the reader may not see. */
  readonly denied: number
}

const lists: ReadonlySet<string> = new Set(['columns', 'sort', 'group', 'without'])
const others: ReadonlySet<string> = new Set([...reserved, 'view', 'pinned', 'chart'])

/** What a view may name: the fields of a list; those of a result and what one may ask of it. */
const names = ({ fields, result }: Pick<Screen, 'fields' | 'result'>): Set<string> =>
  new Set(['id', ...[...fields, ...(result?.parameters ?? []), ...systemFields].map((field) => field.name)])

/** Leaves out of a view what its reader may not know or the definition no longer has, so that neither breaks the list. */
export function trimViewState(state: ViewState, known: Screen, whole: Screen): TrimmedState {
  const readable = names(known)
  const all = names(whole)
  const lost = new Set<string>()
  const keep = (name: string): boolean => {
    if (readable.has(name)) return true
    lost.add(name)
    return false
  }
  const query: Record<string, string> = {}
  for (const [parameter, text] of Object.entries(state.query)) {
    if (lists.has(parameter)) {
      const kept = text.split(',').filter((key) => keep(key.replace(/^-/, '').split(':')[0]!))
      if (kept.length > 0) query[parameter] = kept.join(',')
    } else if (others.has(parameter) || keep(parameter.split('.')[0]!)) query[parameter] = text
  }
  const widths = Object.fromEntries(Object.entries(state.widths).filter(([name]) => readable.has(name)))
  const gone = [...lost].filter((name) => !all.has(name))
  return { query, widths, density: state.density, gone, denied: lost.size - gone.length }
}
