import type { ReactNode } from 'react'
import { NotRead } from '#src/widgets/not-read.tsx'
import type { ListModel } from './use-list-page.ts'

type Counted = Pick<ListModel, 'screen' | 'records'>

const notRead = (what: string, { uncounted, summary, countAgain }: ListModel['records']): ReactNode => (
  <NotRead what={what} error={uncounted} isBusy={summary.isFetching} onAgain={countAgain} />
)

/** What stands in the place of a count that could not be read. */
export const NoCount = ({ records }: Pick<ListModel, 'records'>): ReactNode => notRead('Not counted', records)

/** What stands in the place of totals that could not be read; nothing where none are declared. */
export const noTotals = ({ screen, records }: Counted): ReactNode =>
  records.uncounted !== null && Object.keys(screen.list?.totals ?? {}).length > 0
    ? notRead('Totals could not be read', records)
    : null
