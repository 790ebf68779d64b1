import type { Field } from '#src/definition'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { notify } from '#src/ui/notify.ts'
import type { Row } from '#src/widgets/table/table-columns.ts'
import type * as CopyWork from './copy-work.ts'

// A list is there without it.
const doing = (work: (how: typeof CopyWork) => Promise<void>): Promise<void> =>
  import('./copy-work.ts')
    .then(work)
    .catch((error: unknown) => notify.error('Nothing was copied', { description: errorMessage(error) }))

/** Copies rows, a cell, or all that is chosen, and says what became of it. */
export function useCopy(options: CopyWork.CopyOptions) {
  const client = useQueryClient()
  const { screen, fields, locale, labels } = options
  const copy = useCallback(
    (rows: readonly Row[]) => doing(({ copyRows }) => copyRows(rows, { screen, fields, locale, labels })),
    [screen, fields, locale, labels],
  )
  return {
    copy,
    copyCell: (row: Row, field: Field) => doing(({ copyCell }) => copyCell(row, field, options)),
    copyChosen: () => doing(({ copyChosen }) => copyChosen(client, options)),
  }
}
