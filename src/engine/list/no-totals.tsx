import type { ReactNode } from 'react'
import { NotRead } from '#src/widgets/not-read.tsx'
import type { ListModel } from './use-list-page.ts'

/** What stands in the place of totals that could not be read; nothing where none are declared, or they were. */
export const noTotals = ({ screen, records }: Pick<ListModel, 'screen' | 'records'>): ReactNode =>
  records.uncounted !== null && Object.keys(screen.list?.totals ?? {}).length > 0 ? (
    <NotRead
      what="Totals could not be read"
      error={records.uncounted}
      isBusy={records.summary.isFetching}
      onAgain={records.countAgain}
    />
  ) : null
