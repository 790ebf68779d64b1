import type { Field } from './field.ts'

/** Visits every field, rows' fields included; `path` holds the names from the record down to the field. */
export function walkFields(
  fields: readonly Field[],
  visit: (field: Field, path: readonly string[]) => void,
  path: readonly string[] = [],
): void {
  for (const field of fields) {
    const here = [...path, field.name]
    visit(field, here)
    if (field.fields) walkFields(field.fields, visit, here)
  }
}

/** The field of that name; throws when the screen has none, which the linter rules out for definitions. */
export function fieldNamed(fields: readonly Field[], name: string): Field {
  const field = fields.find((candidate) => candidate.name === name)
  if (!field) throw new Error(`No field ${name}`)
  return field
}
