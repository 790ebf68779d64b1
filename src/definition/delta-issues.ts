import { attributeTypes, longestIndexed, type DeltaLayer, type FieldDelta } from './deltas.ts'
import type { Field, FieldSpec, Json } from './field.ts'
import { plainText } from './field-types/field-type.ts'
import { fieldDisplays } from './field-types/display-registry.ts'
import { fieldSchemas } from './field-types/schemas.ts'
import { normalizeField } from './normalize-field.ts'
import { reservedName } from './reserved-names.ts'
import type { Screen } from './screen.ts'
import { isEntered } from './variants.ts'
import type { Issue } from './validate.ts'

const issue = (property: string, message: string): Issue => ({ path: [property], code: 'invalid', message })

/**
 * What is wrong with a change of a field before it is saved, each at its property. `screen` is the definition with the
 * user-defined attributes there are; saving is refused for what `applyDeltas` would have to pass over.
 */
export function deltaIssues(screen: Screen, layer: DeltaLayer, fieldId: string, delta: FieldDelta): Issue[] {
  if (delta.attribute) return attributeIssues(screen, layer, fieldId, delta)
  const field = screen.fields.find((candidate) => candidate.id === fieldId)
  if (!field) return [issue('field_id', `${screen.label} has no field ${fieldId}`)]
  const issues: Issue[] = []
  if (delta.required === false && field.required)
    issues.push(issue('required', `${field.label} is required by its definition and stays so`))
  const entered = isEntered(screen)
  if (delta.required && (field.readOnly || !entered))
    issues.push(issue('required', `${field.label} is not entered by anybody`))
  if (!entered && isSaid(delta.default))
    issues.push(issue('default', `${field.label} is not entered by anybody, so nothing could begin with a default`))
  const kept = delta.default ?? field.default
  if (entered && delta.hidden && (field.required || delta.required) && kept === undefined) {
    issues.push(
      issue('hidden', `${field.label} is required and has no default, so nothing could be created without seeing it`),
    )
  }
  const unknown = (delta.choices ?? []).filter(({ value }) => !field.choices?.some((choice) => choice.value === value))
  if (unknown.length > 0)
    issues.push(issue('choices', `${field.label} has no choice ${unknown.map(({ value }) => value).join(', ')}`))
  if (entered && isSaid(delta.default)) {
    const choices = delta.choices ?? field.choices
    const reason = misfitOf(choices ? { ...field, choices } : field, delta.default)
    if (reason) issues.push(issue('default', reason))
  }
  if (delta.format && field.type !== 'text') issues.push(issue('format', `${field.label} is no text`))
  return issues
}

const isSaid = (value: Json | undefined): value is Json => value !== undefined && value !== null

function misfitOf(field: Field, value: Json): string | undefined {
  const type = fieldDisplays[field.type]
  if (typeof value === 'string') {
    const parsed = type.parseText(value.trim(), field, plainText)
    return parsed.ok ? undefined : parsed.reason
  }
  const checked = fieldSchemas[field.type](field).safeParse(value)
  return checked.success ? undefined : (checked.error.issues[0]?.message ?? 'This default does not fit the field')
}

const isIndexable = ({ type, max }: FieldSpec): boolean =>
  type !== 'longText' && (type !== 'text' || (max !== undefined && Number(max) <= longestIndexed))

function attributeIssues(screen: Screen, layer: DeltaLayer, name: string, { attribute }: FieldDelta): Issue[] {
  if (!attribute) return []
  const issues: Issue[] = []
  if (layer !== 'organization') issues.push(issue('layer', 'An attribute is defined for the whole organization'))
  if (screen.over !== undefined)
    issues.push(issue('attribute', `${screen.plural} have the attributes that all records beside them have`))
  else if (!screen.fields.some((field) => field.type === 'attributes'))
    issues.push(issue('attribute', `${screen.plural} take no attributes of your own`))
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(name))
    issues.push(issue('field_id', 'Small letters, digits and underscores, beginning with a letter'))
  const taken = isAttribute(screen, name) ? null : reservedName(name)
  if (taken) issues.push(issue('field_id', taken))
  if (screen.fields.some((field) => (field.id === name || field.name === name) && !isAttribute(screen, field.id))) {
    issues.push(issue('field_id', `${screen.label} has a field ${name} already`))
  }
  const types: readonly string[] = attributeTypes
  if (!types.includes(attribute.type)) issues.push(issue('attribute', `An attribute is one of ${types.join(', ')}`))
  else if (attribute.type === 'choice' && !attribute.choices?.length)
    issues.push(issue('attribute', 'A choice needs the values to choose from'))
  else if (attribute.type === 'reference' && !attribute.target)
    issues.push(issue('attribute', 'A reference needs the list it refers to'))
  else if (attribute.index && !isIndexable(attribute))
    issues.push(
      issue(
        'attribute_index',
        `Only texts of at most ${longestIndexed} characters can be kept in order for fast lists`,
      ),
    )
  else if (attribute.default !== undefined) {
    const reason = misfitOf(normalizeField(name, attribute), attribute.default)
    if (reason) issues.push(issue('default', reason))
  }
  return issues
}

const isAttribute = (screen: Screen, fieldId: string): boolean =>
  screen.fields.some((field) => field.id === fieldId && field.layers?.some((entry) => entry.property === 'attribute'))
