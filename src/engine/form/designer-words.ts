import type { DesignDelta, DesignLayer } from './designer-model.ts'

const words: Readonly<Record<string, string>> = {
  label: 'Label',
  help: 'Help text',
  hidden: 'Hidden',
  required: 'Required',
  order: 'Place on the form',
  listOrder: 'Place in lists',
  list_order: 'Place in lists',
  width: 'Column width',
  default: 'Default value',
  choices: 'Choices',
  format: 'Format',
  text_format: 'Format',
  attribute: 'Attribute',
  attribute_type: 'Attribute',
  attribute_max: 'Greatest length or value',
  attribute_scale: 'Decimals',
  attribute_target: 'Refers to',
  attribute_search: 'Found by search',
  attribute_index: 'Fast in long lists',
}

/** What designing fields does, below the title. */
export const designerDescription =
  'What you change here shows on lists, forms, uploads and exports as soon as it is saved. Nothing that is stored is lost.'

/** The columns of a designer: the fields, and beside them what becomes of them. */
export const designerColumns = 'grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(22rem,30rem)]'

/** What a property of a field is called where its changes are told. */
export const propertyWord = (property: string): string => words[property] ?? property

const formats: Readonly<Record<string, string>> = {
  email: 'e-mail address',
  url: 'web address',
  phone: 'telephone number',
}

/** A value of a property as a person would say it. */
export function valueWord(value: unknown, property?: string): string {
  if ((property === 'format' || property === 'text_format') && typeof value === 'string') return formats[value] ?? value
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value))
    return value.map((one: { label?: string; value?: string }) => one.label ?? one.value ?? valueWord(one)).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Whose screens a layer is. */
export function layerWord({ layer, layer_ref }: DesignLayer, nameOf: (layer: string, id: number) => string): string {
  return layer === 'organization' || layer_ref === null ? 'Everybody' : nameOf(layer, layer_ref)
}

/** What a version changed of one field: property, before, after. */
export function differences(
  before: DesignDelta | null,
  after: DesignDelta | null,
): (readonly [string, unknown, unknown])[] {
  const [old, next] = [before ?? {}, after ?? {}] as [Record<string, unknown>, Record<string, unknown>]
  return [...new Set([...Object.keys(old), ...Object.keys(next)])].flatMap((property) =>
    JSON.stringify(old[property] ?? null) === JSON.stringify(next[property] ?? null)
      ? []
      : [[property, old[property], next[property]] as const],
  )
}
