import type { Field, Screen } from '#src/definition'
import type { QueryClient } from '@tanstack/react-query'
import { notify } from '#src/ui/notify.ts'
import type { Labels } from '#src/widgets/cell-text.ts'
import { counted } from '#src/widgets/counted.ts'
import type { Row } from '#src/widgets/table/table-columns.ts'
import { allInSight, copyPromised, copyTooLarge, readChosen } from './copy-chosen.ts'
import { copyCells, plainText } from './copy-rows.ts'
import type { ListState } from './list-state.ts'

export interface CopyOptions {
  readonly screen: Screen
  readonly state: ListState
  readonly fields: readonly Field[]
  readonly locale: string
  /** The records in sight; headings of groups are undefined. */
  readonly inSight: readonly (Row | undefined)[]
  readonly labels: Labels
  readonly selection: { readonly ids: readonly number[]; readonly everything: boolean }
}

type Shown = Pick<CopyOptions, 'screen' | 'fields' | 'locale' | 'labels'>

const copied = (count: number, { screen, locale }: Shown): string =>
  `${counted(count, [screen.label, screen.plural], locale)} copied with headings`

/** Copies rows, and says so; throws when the browser refuses. */
export async function copyRows(rows: readonly Row[], shown: Shown): Promise<void> {
  await copyCells(rows, shown.fields, shown.locale, shown.labels)
  notify.success(copied(rows.length, shown))
}

export async function copyCell(row: Row, field: Field, { locale, labels }: Shown): Promise<void> {
  await navigator.clipboard.writeText(plainText(row, field, locale, labels))
  notify.success(`${field.label} was copied`)
}

/** Copies the chosen rows, on whatever page they are. */
export async function copyChosen(client: QueryClient, options: CopyOptions): Promise<void> {
  const { screen, state, fields, locale, inSight, selection } = options
  const { ids, everything } = selection
  const reason = copyTooLarge(ids, everything)
  if (reason) return notify.warning('Nothing was copied', { description: reason })
  const rows = allInSight(ids, inSight)
  if (rows) return copyRows(rows, options)
  const count = await copyPromised(readChosen(client, screen, state, ids), fields, locale)
  if (count === ids.length) notify.success(copied(count, options))
  else notify.warning(copied(count, options), { description: 'The list does not have the others any more.' })
}
