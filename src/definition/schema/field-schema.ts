import * as z from 'zod/mini'
import type { Choice, CommonOptions, FieldSpec, FieldTypeName, Offers, Rejection, TypeOptions } from '../field.ts'
import { fieldTypeNames } from '../field.ts'
import { conditionSchema } from './condition-schema.ts'
import { byName, exactly, maybe, name, needed, type Shape, text, texts, whole } from './described.ts'

const json = z.json()

const rejection = {
  when: needed(conditionSchema, 'A record in which it holds is refused'),
  message: needed(text(), 'Why, in words; it stands at the field'),
} satisfies Shape<Rejection>

/** The options that every type of field takes. */
export const commonOptions = {
  id: maybe(name(), "Stable identity for settings stored about the field; the field's name unless it was renamed"),
  label: maybe(text(), 'What people read; made of the name otherwise'),
  help: maybe(text(), 'A sentence below the input and beside the heading of the column'),
  required: maybe(
    z.union([z.boolean(), z.literal('whenVisible')]),
    "true, or 'whenVisible': a hidden field is never required",
  ),
  immutable: maybe(z.boolean(), 'Can be set when a record is made, and not afterwards'),
  readOnly: maybe(z.boolean(), 'Shown, never written by users'),
  default: maybe(json, "The value of a new record; '@today' for dates"),
  visible: maybe(conditionSchema, 'When the field is shown; hidden, its value is cleared'),
  rejects: maybe(
    z.array(exactly(rejection)),
    'Records that are refused at this field: a condition and its words, such as a greatest value below the least',
  ),
  search: maybe(z.boolean(), "Part of the list's search and of the pickers that look for the record"),
  index: maybe(z.boolean(), 'An index of its own: for fields that are often filtered or sorted'),
  unique: maybe(z.boolean(), 'No two records of an organisation have the same value'),
  hidden: maybe(z.boolean(), 'Not offered on lists and forms unless an administrator shows it'),
  width: maybe(whole(30), "Width of the list's column in px"),
  within: maybe(name(), 'The field of type attributes whose object keeps the value; a column of its own otherwise'),
} satisfies Shape<CommonOptions>

const offers = {
  call: needed(text(), 'The call below /api that answers `records` of value and label'),
  query: maybe(byName(text()), 'What it is asked'),
  by: maybe(texts(), 'The fields whose values it is asked with besides'),
} satisfies Shape<Offers>

const valuesOf = {
  screen: needed(name(), 'The screen among whose records it is looked for'),
  field: needed(name(), 'The field of these that holds it'),
} satisfies Shape<NonNullable<TypeOptions['valuesOf']>>

const choice = {
  value: needed(text(), 'What is stored'),
  label: needed(text(), 'What people read'),
  tone: maybe(z.enum(['neutral', 'ok', 'warn', 'bad', 'accent']), 'The colour of its tag'),
} satisfies Shape<Choice>

/** The options that single types of field take. */
const typeOptions = {
  max: maybe(z.union([z.number(), z.string()]), 'Text: the greatest number of characters. Numbers: the greatest value'),
  min: maybe(z.union([z.number(), z.string()]), 'The smallest value'),
  upper: maybe(z.boolean(), 'Small letters are raised to capitals'),
  pattern: maybe(text(), 'A regular expression that the whole text has to match'),
  patternMessage: maybe(text(), 'What people read when it does not'),
  format: maybe(
    z.enum(['email', 'url', 'phone', 'page']),
    'A kind of text that is checked, and linked where it is shown',
  ),
  numbered: maybe(text(), "Read only: what the number of a new record begins with, 'EX-' gives EX-000001 and so on"),
  sentence: maybe(
    z.boolean(),
    'The product writes it: its days (YYYY-MM-DD) and numbers (1,234.50) are shown as the reader writes them',
  ),
  markdown: maybe(z.boolean(), 'It is written in Markdown, and read with headings, lists, tables and links'),
  precision: needed(whole(), 'How many digits in all'),
  scale: needed(whole(0), 'How many of them behind the decimal mark'),
  unit: maybe(text(), 'The unit that is shown beside the number'),
  ungrouped: maybe(z.boolean(), 'Written without marks between thousands, as years are'),
  monthly: maybe(
    z.boolean(),
    'The first day of a month stands for the month, and is written as one; so is a text such as 2026-03',
  ),
  orderedBy: maybe(
    name(),
    'The column of a result by whose values this one is sorted, grouped and drawn, such as the day on which a named period begins',
  ),
  currency: maybe(text(), 'The field that holds the currency, or an ISO code'),
  names: maybe(name(), 'The screen whose record the text is the name of; it leads there wherever it is shown'),
  valuesOf: maybe(exactly(valuesOf), 'Nothing is taken but what a field of the records of another screen holds'),
  proposals: maybe(z.array(text()).check(z.minLength(1)), 'What is offered while one types; other texts are taken too'),
  offers: maybe(
    exactly(offers),
    'What a call offers: of a text while one types, other texts are taken too; a whole number is chosen from it',
  ),
  searched: maybe(z.boolean(), 'Values are offered once one types, not all of them at first'),
  choices: needed(z.array(exactly(choice)).check(z.minLength(1)), 'The values one may choose'),
  attributesOf: maybe(
    texts(),
    "The screens whose attributes, as administrators add them, may be chosen besides, each as 'customer.visit_class'",
  ),
  target: needed(name(), 'The name of the screen whose records are referred to'),
  integrity: maybe(z.enum(['strict', 'soft']), "'soft' accepts keys that have no record yet"),
  acyclic: maybe(z.boolean(), 'A reference to its own screen that, followed, never comes back'),
  offered: maybe(exactly(offers), 'The call whose answer one chooses from, instead of every record of the screen'),
  beginsAtFirst: maybe(
    z.boolean(),
    'A criterion of a result: it begins with the first record of the list of that screen, of the first of its views where it has any',
  ),
  after: maybe(name(), 'Not before the value of this field'),
  key: maybe(texts(), 'The fields that identify a row'),
  maxRows: maybe(whole(), 'How many rows there may be; 5000 unless given'),
  accept: maybe(texts(), "The types of file that are taken, such as 'application/pdf' or 'image/*'"),
  maxBytes: maybe(whole(), 'How large a file may be'),
} satisfies Shape<TypeOptions>

type TypeOption = keyof TypeOptions

/** What each type is for, and which options it takes beside the common ones. */
export const fieldTypeOptions = {
  text: [
    'A line of text, codes and numbers with leading zeros among them',
    [
      'max',
      'upper',
      'pattern',
      'patternMessage',
      'format',
      'numbered',
      'sentence',
      'names',
      'valuesOf',
      'proposals',
      'offers',
      'searched',
      'monthly',
      'orderedBy',
    ],
  ],
  longText: ['Text of several lines', ['max', 'markdown', 'sentence']],
  choice: ['One of a few values', ['choices', 'searched', 'attributesOf']],
  flag: ['Yes or no', []],
  integer: ['A whole number', ['min', 'max', 'unit', 'ungrouped', 'offers']],
  decimal: ['An exact decimal number', ['precision', 'scale', 'min', 'max', 'unit']],
  money: ['An amount with its currency, exact to four digits', ['min', 'max', 'currency']],
  percent: ['A percentage, exact to six digits', ['min', 'max']],
  date: ['A day', ['after', 'monthly']],
  dateTime: ['A moment', ['after']],
  reference: ['A record of another screen, by its key', ['target', 'integrity', 'acyclic', 'offered', 'beginsAtFirst']],
  references: ['Several records of another screen', ['target', 'integrity']],
  rows: ['A table within the record', ['key', 'maxRows']],
  attributes: ['Values of fields that administrators add', []],
  file: ['A file', ['accept', 'maxBytes']],
} as const satisfies Record<FieldTypeName, readonly [string, readonly TypeOption[]]>

const shapeOf = (type: FieldTypeName): Record<string, z.ZodMiniType> => ({
  type: needed(z.literal(type), fieldTypeOptions[type][0]),
  ...Object.fromEntries(fieldTypeOptions[type][1].map((option) => [option, typeOptions[option]])),
  ...(type === 'rows' ? { fields: needed(byName(fieldSchema), 'The fields of a row, by name') } : {}),
  ...commonOptions,
})

/** A field as data, its options checked by its type. */
export const fieldSchema: z.ZodMiniType<FieldSpec> = z.lazy(() => alternatives) as unknown as z.ZodMiniType<FieldSpec>

const variants = fieldTypeNames.map((type) => {
  const variant = z.strictObject(shapeOf(type))
  variant.register(z.globalRegistry, { id: `field-${type}`, description: fieldTypeOptions[type][0] })
  return variant
})

const alternatives = z.discriminatedUnion('type', variants as unknown as [z.core.$ZodTypeDiscriminable])
alternatives.register(z.globalRegistry, { id: 'field' })
