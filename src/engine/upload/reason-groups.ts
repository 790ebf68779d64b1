import type { Screen } from '#src/definition'
import { daysInWords } from '#src/definition/days-in-words.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { mappingOf, type FormatBody } from './format-body.ts'
import type { BrokenLine, Reason } from './upload-api.ts'

/** Reasons that one cell gives for several fields, such as a quantity that a net value is calculated from. */
export interface ReasonGroup {
  readonly key: string
  readonly words: string
  readonly count: number
  /** The rule whose lines are shown for it; null: the lines are broken and cannot be shown. */
  readonly rule: number | null
  readonly column: string | null
  /** The first of the lines that are broken so. */
  readonly lines: readonly BrokenLine[]
}

/** What is wrong with a cell, days written as the reader writes them. */
export const reasonWords = ({ message }: { readonly message: string }): string => daysInWords(message, userLocale())

/** A reason with the field it is about, which some name themselves. */
export function said({ label, message }: { readonly label: string | null; readonly message: string }): string {
  const words = reasonWords({ message })
  if (label === null || words.startsWith(label)) return words
  return /^(is|has|cannot|was|does) /.test(words) ? `${label} ${words}` : `${label}: ${words}`
}

/** Puts reasons together that have the same cell and the same words, the most frequent first. */
export function reasonGroups(
  reasons: readonly Reason[],
  isOwn: (field: string, column: string | null) => boolean,
): ReasonGroup[] {
  const first = (members: readonly Reason[]): Reason => members.toSorted((a, b) => b.count - a.count)[0]!
  const groups = new Map<string, Reason[]>()
  for (const reason of reasons) {
    const key = reason.column === null ? `rule ${reason.rule} ${reason.message}` : `${reason.column} ${reason.message}`
    groups.set(key, [...(groups.get(key) ?? []), reason])
  }
  return [...groups].map(([key, members]) => {
    // The field that holds the cell itself speaks for those that are calculated from it.
    const own = members.find(({ field }) => field !== null && isOwn(field, first(members).column))
    const spoken = own ?? first(members)
    const others = [...new Set(members.flatMap(({ label }) => (label && label !== spoken.label ? [label] : [])))]
    return {
      key,
      words: `${said(spoken)}${others.length > 0 ? `, needed for ${others.join(', ')}` : ''}`,
      count: first(members).count,
      rule: first(members).rule,
      column: first(members).column,
      lines: members.flatMap(({ lines = [] }) => lines),
    }
  })
}

/** The field whose type says what a cell of that column may hold: the one that is filled from it as it stands. */
export function fieldOfColumn(screen: Screen, format: FormatBody, column: string) {
  const wanted = column.trim().toLowerCase()
  return screen.fields.find((field) => {
    const mapping = mappingOf(format, field.name)
    return mapping?.source === 'column' && mapping.column?.trim().toLowerCase() === wanted
  })
}

/** The format with further cells of one column replaced; empty cells get their value where the column is read into a field. */
export function withReplaced(
  format: FormatBody,
  column: string,
  values: Readonly<Record<string, string>>,
  forEmpty: string | null,
): FormatBody {
  const wanted = column.trim().toLowerCase()
  const known = Object.keys(format.replace ?? {}).find((name) => name.trim().toLowerCase() === wanted) ?? column
  const replace = { ...format.replace, [known]: { ...format.replace?.[known], ...values } }
  const fields =
    forEmpty === null
      ? format.fields
      : format.fields.map((mapping) =>
          mapping.source === 'column' && mapping.column?.trim().toLowerCase() === wanted
            ? { ...mapping, when_empty: 'default' as const, default: forEmpty }
            : mapping,
        )
  return { ...format, ...(Object.keys(values).length > 0 ? { replace } : {}), fields }
}
