import type { Choice, CommonOptions, FieldSpec, TypeOptions } from './field.ts'
import { sentence } from './label-of.ts'

type Options<K extends keyof TypeOptions> = CommonOptions & Pick<TypeOptions, K>
type ChoiceInput = string | Choice

const toChoice = (choice: ChoiceInput): Choice =>
  typeof choice === 'string' ? { value: choice, label: sentence(choice) } : choice

/** The field helpers: each returns plain data, `{ type, …options }`. */
export const f = {
  text: (
    options: Options<
      | 'max'
      | 'upper'
      | 'pattern'
      | 'patternMessage'
      | 'format'
      | 'numbered'
      | 'sentence'
      | 'names'
      | 'valuesOf'
      | 'proposals'
      | 'offers'
      | 'searched'
      | 'monthly'
      | 'orderedBy'
    > = {},
  ): FieldSpec => ({
    type: 'text',
    ...options,
  }),
  longText: (options: Options<'max' | 'markdown' | 'sentence'> = {}): FieldSpec => ({ type: 'longText', ...options }),
  choice: (choices: readonly ChoiceInput[], options: Options<'searched' | 'attributesOf'> = {}): FieldSpec => ({
    type: 'choice',
    choices: choices.map(toChoice),
    ...options,
  }),
  flag: (options: CommonOptions = {}): FieldSpec => ({ type: 'flag', ...options }),
  integer: (options: Options<'min' | 'max' | 'unit' | 'ungrouped' | 'offers'> = {}): FieldSpec => ({
    type: 'integer',
    ...options,
  }),
  decimal: (precision: number, scale: number, options: Options<'min' | 'max' | 'unit'> = {}): FieldSpec => ({
    type: 'decimal',
    precision,
    scale,
    ...options,
  }),
  money: (options: Options<'min' | 'max' | 'currency'> = {}): FieldSpec => ({ type: 'money', ...options }),
  percent: (options: Options<'min' | 'max'> = {}): FieldSpec => ({ type: 'percent', ...options }),
  date: (options: Options<'after' | 'monthly'> = {}): FieldSpec => ({ type: 'date', ...options }),
  dateTime: (options: Options<'after'> = {}): FieldSpec => ({ type: 'dateTime', ...options }),
  reference: (
    target: string,
    options: Options<'integrity' | 'acyclic' | 'offered' | 'beginsAtFirst'> = {},
  ): FieldSpec => ({
    type: 'reference',
    target,
    ...options,
  }),
  references: (target: string, options: Options<'integrity'> = {}): FieldSpec => ({
    type: 'references',
    target,
    ...options,
  }),
  rows: (fields: Readonly<Record<string, FieldSpec>>, options: Options<'key' | 'maxRows'> = {}): FieldSpec => ({
    type: 'rows',
    fields,
    ...options,
  }),
  attributes: (options: CommonOptions = {}): FieldSpec => ({ type: 'attributes', ...options }),
  file: (options: Options<'accept' | 'maxBytes'> = {}): FieldSpec => ({ type: 'file', ...options }),
}
