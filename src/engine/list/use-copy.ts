import type { Field, Screen } from '#src/definition'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { notify } from '#src/ui/notify.ts'
import type { Labels } from '#src/widgets/cell-text.ts'
import { counted } from '#src/widgets/counted.ts'
import type { Row } from '#src/widgets/table/table-columns.ts'
import type { ListState } from './list-state.ts'

interface CopyOptions {
  readonly screen: Screen
  readonly state: ListState
  readonly fields: readonly Field[]
  readonly locale: string
  /** The records in sight; headings of groups are undefined. */
  readonly inSight: readonly (Row | undefined)[]
  readonly labels: Labels
  readonly selection: { readonly ids: readonly number[]; readonly everything: boolean }
}

const notCopied = (error: unknown): void => notify.error('Nothing was copied', { description: errorMessage(error) })

/** Copies rows, a cell, or all that is chosen, and says what became of it. */
export function useCopy({ screen, state, fields, locale, inSight, labels, selection }: CopyOptions) {
  const client = useQueryClient()
  const copied = useCallback(
    (count: number): string => `${counted(count, [screen.label, screen.plural], locale)} copied with headings`,
    [screen, locale],
  )
  const copy = useCallback(
    async (rows: readonly Row[]) => {
      try {
        const { copyCells } = await import('./copy-rows.ts')
        await copyCells(rows, fields, locale, labels)
        notify.success(copied(rows.length))
      } catch (error) {
        notCopied(error)
      }
    },
    [fields, locale, labels, copied],
  )
  const copyCell = async (row: Row, field: Field): Promise<void> => {
    try {
      const { plainText } = await import('./copy-rows.ts')
      await navigator.clipboard.writeText(plainText(row, field, locale, labels))
      notify.success(`${field.label} was copied`)
    } catch (error) {
      notCopied(error)
    }
  }
  /** Copies the chosen rows, on whatever page they are. */
  const copyChosen = async (): Promise<void> => {
    const { ids, everything } = selection
    try {
      const { allInSight, copyPromised, copyTooLarge, readChosen } = await import('./copy-chosen.ts')
      const reason = copyTooLarge(ids, everything)
      if (reason) return notify.warning('Nothing was copied', { description: reason })
      const rows = allInSight(ids, inSight)
      if (rows) return await copy(rows)
      const count = await copyPromised(readChosen(client, screen, state, ids), fields, locale)
      if (count === ids.length) notify.success(copied(count))
      else notify.warning(copied(count), { description: 'The list does not have the others any more.' })
    } catch (error) {
      notCopied(error)
    }
  }
  return { copy, copyCell, copyChosen }
}
