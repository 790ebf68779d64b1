import type { FieldTypeName, Field, FilterOperator } from '#src/definition'
import type { ComponentType } from 'react'
import { ChoiceValues } from './filter-choice.tsx'
import { DateValues } from './filter-date.tsx'
import { FlagValues } from './filter-flag.tsx'
import { ReferenceValues } from './filter-reference.tsx'
import { TextValues } from './filter-text.tsx'

/** What an editor of filter values is given: texts as typed, which `readDraft` reads when they are applied. */
export interface FilterValuesProps {
  readonly id: string
  readonly field: Field
  readonly op: FilterOperator
  readonly texts: readonly string[]
  readonly onChange: (texts: readonly string[]) => void
  readonly invalid: boolean
}

/** The editors of filter values by field type. */
export const filterValues = {
  text: TextValues,
  longText: TextValues,
  choice: ChoiceValues,
  flag: FlagValues,
  integer: TextValues,
  decimal: TextValues,
  money: TextValues,
  percent: TextValues,
  date: DateValues,
  dateTime: DateValues,
  reference: ReferenceValues,
  references: ReferenceValues,
  rows: TextValues,
  attributes: TextValues,
  file: TextValues,
} satisfies Record<FieldTypeName, ComponentType<FilterValuesProps>> as Record<
  FieldTypeName,
  ComponentType<FilterValuesProps>
>
