import { Fragment, type ReactNode } from 'react'

interface CellsInViewProps {
  /** Numbers of the columns that are drawn, in their order. */
  readonly shown: readonly number[]
  /** How many columns there are. */
  readonly last: number
  readonly children: (column: number) => ReactNode
}

/** The cells of the columns in view; empty ones stand for all between them. */
export function CellsInView({ shown, last, children }: CellsInViewProps) {
  return (
    <>
      {shown.map((column, at) => {
        const gap = column - (at === 0 ? 0 : shown[at - 1]! + 1)
        return (
          <Fragment key={column}>
            {gap > 0 ? <td aria-hidden colSpan={gap} /> : null}
            {children(column)}
          </Fragment>
        )
      })}
      {last - 1 > (shown.at(-1) ?? -1) ? <td aria-hidden colSpan={last - 1 - (shown.at(-1) ?? -1)} /> : null}
    </>
  )
}
