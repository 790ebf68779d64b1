type Schema = Readonly<Record<string, unknown>>

const object = (value: unknown): Schema | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : null

/** Follows references and opens alternatives: every schema that a value at this place may fit. */
function alternatives(schema: unknown, root: Schema, depth = 0): Schema[] {
  const one = object(schema)
  if (!one || depth > 8) return []
  const reference = one['$ref']
  if (typeof reference === 'string') {
    const found = reference
      .replace(/^#\/?/, '')
      .split('/')
      .filter(Boolean)
      .reduce<unknown>((at, step) => object(at)?.[step], root)
    return alternatives(found, root, depth + 1)
  }
  const inner = [one['anyOf'], one['oneOf'], one['allOf']].flatMap((many) =>
    Array.isArray(many) ? (many as unknown[]) : [],
  )
  return inner.length > 0 ? inner.flatMap((each) => alternatives(each, root, depth + 1)) : [one]
}

/** The schemas of the value at a path of a JSON document; '*' stands for any place of a list. */
export function schemasAt(root: Schema, path: readonly (string | number)[]): Schema[] {
  return path.reduce<Schema[]>(
    (found, step) =>
      found.flatMap((schema) => {
        const properties = object(schema['properties'])
        const inner =
          typeof step === 'number'
            ? [...(Array.isArray(schema['prefixItems']) ? [schema['prefixItems'][step]] : []), schema['items']]
            : [properties && step in properties ? properties[step] : schema['additionalProperties']]
        return inner.flatMap((each) => alternatives(each, root))
      }),
    alternatives(root, root),
  )
}

export interface Proposal {
  readonly value: string
  readonly description?: string
}

/** The properties an object at this path may have, with what the reference says of them. */
export function propertiesAt(root: Schema, path: readonly (string | number)[]): Proposal[] {
  const found = new Map<string, Proposal>()
  for (const schema of schemasAt(root, path)) {
    for (const [value, inner] of Object.entries(object(schema['properties']) ?? {})) {
      const description = object(inner)?.['description']
      if (!found.has(value)) found.set(value, { value, ...(typeof description === 'string' ? { description } : {}) })
    }
  }
  return [...found.values()]
}

/** The values that a place may have, as JSON: those of an enumeration, and true or false. */
export function valuesAt(root: Schema, path: readonly (string | number)[]): string[] {
  const values = schemasAt(root, path).flatMap((schema): unknown[] => {
    if (Array.isArray(schema['enum'])) return schema['enum']
    if ('const' in schema) return [schema['const']]
    return schema['type'] === 'boolean' ? [true, false] : []
  })
  return [...new Set(values.map((value) => JSON.stringify(value)))]
}
