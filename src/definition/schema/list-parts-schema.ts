import type { FigureInput } from '../figure.ts'
import type { TreeInput } from '../tree.ts'
import { maybe, needed, text, below, type Shape } from './described.ts'

export const tree = {
  parent: needed(text(), 'The reference to the record above: to the screen itself, and acyclic'),
  endpoint: maybe(below(), 'A path below /api that answers the records nested, beside <endpoint>/hierarchy'),
} satisfies Shape<TreeInput<string>>

export const figure = {
  label: needed(text(), 'What it is called'),
  view: maybe(text(), 'Of the records of this view; of all unless given'),
  sum: maybe(text(), 'The field that is added up, each currency by itself; how many records there are unless given'),
} satisfies Shape<FigureInput<string>>
