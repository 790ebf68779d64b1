import type { ReactNode } from 'react'
import type { Field } from '#src/definition'
import type { Labels } from './cell-text.ts'

export interface InputIssue {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** What an input of any field type is given. It holds its own draft and calls `onChange` only when a value is ready. */
export interface InputProps {
  readonly id: string
  readonly field: Field
  readonly value: unknown
  /** A value in canonical form, null for absent; a text that cannot be read is passed as it was typed. */
  readonly onChange: (value: unknown) => void
  readonly locale: string
  /** The values beside it: the currency of an amount. */
  readonly record: Readonly<Record<string, unknown>>
  readonly labels?: Labels
  readonly disabled?: boolean
  readonly required?: boolean
  readonly invalid?: boolean
  readonly describedBy?: string
  /** Problems inside the value: cells of rows, by their path below the field. */
  readonly issues?: readonly InputIssue[]
  /** In a table cell: no frame of its own, the name said by `ariaLabel`. */
  readonly compact?: boolean
  readonly ariaLabel?: string
  readonly referenceHref?: (field: Field, key: string) => string | undefined
}

export type InputWidget = (props: InputProps) => ReactNode

/** The attributes that tie a control to its label, help and errors. */
export const ariaOf = (props: InputProps) => ({
  id: props.id,
  'aria-invalid': props.invalid || undefined,
  'aria-describedby': props.describedBy,
  'aria-required': props.required || undefined,
  'aria-label': props.ariaLabel,
})
