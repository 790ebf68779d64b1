import type { Field, FieldTypeName } from '#src/definition'
import type { Fractions } from '#src/definition/evened.ts'
import type { ReactNode } from 'react'
import { choiceCell } from './cell-choice.tsx'
import { flagCell } from './cell-flag.tsx'
import { numberCell } from './cell-number.tsx'
import { referenceCell } from './cell-reference.tsx'
import { tagsCell } from './cell-tags.tsx'
import { textCell } from './cell-page.tsx'
import { cellText, type Labels } from './cell-text.ts'

export interface CellContext {
  readonly locale: string
  readonly labels: Labels
  /** Where a reference leads; undefined when the caller may not see its screen. */
  readonly referenceHref?: (field: Field, key: string) => string | undefined
  /** Where the lines behind a figure of a row are. */
  readonly figureHref?: ((column: string, row: Readonly<Record<string, unknown>>) => string | undefined) | undefined
  /** Screens whose records are referred to in a column beside: names need not lead there as well. */
  readonly referred?: ReadonlySet<string>
  /** Whoever shows the cells follows their links himself (`followCellLink`), as tables of hundreds of them do. */
  readonly plainLinks?: boolean
  /** Long texts take up to five lines, as in results, which are read; the rows of a list have one. */
  readonly wraps?: boolean
  /** Digits behind the mark that every number of a column shows. */
  readonly digits?: Fractions
}

/** Shows a present value of one field; called for every cell of a list, so it is a plain function and cheap. */
export type CellWidget = (value: unknown, field: Field, context: CellContext) => ReactNode

const plain: CellWidget = (value, field, context) => cellText(value, field, context.locale, context.labels)

/** The cells by field type. */
export const cells = {
  text: textCell,
  longText: plain,
  choice: choiceCell,
  flag: flagCell,
  integer: numberCell,
  decimal: numberCell,
  money: numberCell,
  percent: numberCell,
  date: plain,
  dateTime: plain,
  reference: referenceCell,
  references: tagsCell,
  rows: plain,
  attributes: plain,
  file: plain,
} satisfies Record<FieldTypeName, CellWidget> as Record<FieldTypeName, CellWidget>

const absent = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** The content of a cell; nothing for absent values. */
export const renderCell: CellWidget = (value, field, context) =>
  absent(value) ? null : cells[field.type](value, field, context)
