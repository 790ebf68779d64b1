import { fieldTypeNames, type FieldTypeName } from '#src/definition'
import { fieldDisplays } from '#src/definition/field-types/display-registry.ts'
import { definitionJsonSchema } from '#src/definition/schema/definition-schema.ts'

interface Node {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: readonly string[]
  readonly items?: Node
  readonly prefixItems?: readonly Node[]
  readonly additionalProperties?: Node | boolean
  readonly anyOf?: readonly Node[]
  readonly allOf?: readonly Node[]
  readonly oneOf?: readonly Node[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly $defs?: Readonly<Record<string, Node>>
}

const heading = `# The definition language

Every screen is one file below \`screen-definitions/\`: \`<name>.screen.ts\` with \`defineScreen\`, or \`<name>.screen.json\` with \`"$schema": "../screen.schema.json"\`. Both say the same.
This page is written by \`npm run docs\` from the language itself.
`

const conditions = `## Conditions

A condition is data, one tree that the browser, the server, SQL and an upload read alike. \`when\` builds it in TypeScript; JSON says it in full.

| TypeScript | JSON |
|---|---|
| \`when.eq('type', '3pl')\` | \`{ "op": "eq", "field": "type", "value": "3pl" }\` |
| \`when.between('valid_to', '@today', '@today+30d')\` | \`{ "op": "between", "field": "valid_to", "value": ["@today", "@today+30d"] }\` |
| \`when.lt('most', when.field('least'))\` | \`{ "op": "lt", "field": "most", "value": { "field": "least" } }\` |
| \`when.all(a, b)\`, \`when.any(a, b)\`, \`when.not(a)\` | \`{ "op": "and", "of": [a, b] }\`, \`or\`, \`{ "op": "not", "of": a }\` |

Relative days count from the day that is today where the reader is, and a day beside an instant is one of the reader's calendar, in the browser as on the server; what runs by itself goes by UTC.

A field that is hidden by its condition is not required, and its value is cleared. An absent value fulfils only \`empty\`, \`ne\`, \`notIn\` and negations.

What fits by itself and not beside the rest of its record is refused by a condition, on forms, in lists, by calls and in files alike:

\`\`\`ts
most: f.decimal(12, 3, { rejects: [{ when: when.lt('most', when.field('least')), message: 'The most is less than the least' }] }),
\`\`\`
`

/** The reference of the language as Markdown, made of its schema and its field types. */
export function languageReference(): string {
  const schema = definitionJsonSchema() as Node
  const definitions = schema.$defs ?? {}
  const resolve = (node: Node): Node => {
    const target = node.$ref ? definitions[node.$ref.replace('#/$defs/', '')] : undefined
    return target ? { ...resolve(target), ...(node.description ? { description: node.description } : {}) } : node
  }

  /** Fields and conditions have pages of their own; a schema may lead to them by way of others. */
  const namedIn = ({ $ref, allOf }: Node): string | null => {
    const name = $ref?.replace('#/$defs/', '')
    if (name === 'field' || name === 'condition') return name
    const target = name ? definitions[name] : allOf?.[0]
    return target ? namedIn(target) : null
  }

  const typeWords = (given: Node): string => {
    const known = namedIn(given)
    if (known) return known
    const node = resolve(given)
    if (node.const !== undefined) return `\`${JSON.stringify(node.const)}\``
    if (node.enum)
      return node.enum.length > 14 ? 'one of a list' : node.enum.map((value) => `\`${String(value)}\``).join(', ')
    const choices = node.anyOf ?? node.oneOf
    if (choices) return choices.length > 4 ? 'any value' : choices.map(typeWords).join(' or ')
    if (node.prefixItems) return `[${node.prefixItems.map(typeWords).join(', ')}]`
    if (node.items) return `list of ${typeWords(node.items)}`
    if (typeof node.additionalProperties === 'object') return `${typeWords(node.additionalProperties)} by name`
    if (node.properties) return 'object'
    return [node.type ?? 'any value']
      .flat()
      .map((type) => plainWords[type] ?? type)
      .join(' or ')
  }

  const table = (node: Node, skip: ReadonlySet<string> = new Set()): string => {
    const rows = Object.entries(node.properties ?? {}).filter(([name]) => !skip.has(name) && name !== '$schema')
    const lines = rows.map(([name, property]) => {
      const must = node.required?.includes(name) ? ' **needed**' : ''
      return `| \`${name}\`${must} | ${cell(typeWords(property))} | ${cell(property.description ?? resolve(property).description ?? '')} |`
    })
    return ['| Property | Holds | Means |', '|---|---|---|', ...lines].join('\n')
  }

  /** The object that a property holds itself, as a member of a list, or by name. */
  const objectIn = (given: Node): Node | null => {
    if (namedIn(given)) return null
    const node = resolve(given)
    if (node.properties) return node
    const inner = [
      node.items,
      ...(node.anyOf ?? []),
      typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined,
    ]
    for (const candidate of inner) {
      if (candidate && candidate.$ref === undefined) {
        const found = objectIn(candidate)
        if (found) return found
      }
    }
    return null
  }

  const parts = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const node = name === 'fields' || name === 'tests' ? null : objectIn(property)
    if (!node) return []
    const deeper = Object.entries(node.properties ?? {}).flatMap(([inner, one]) => {
      const held = objectIn(one)
      return held ? [`### ${name}.${inner}\n\n${table(held)}\n`] : []
    })
    return [`## ${name}\n\n${property.description ?? ''}\n\n${table(node)}\n`, ...deeper]
  })

  const common = Object.keys(definitions['field-flag']?.properties ?? {}).filter((option) => option !== 'type')
  const ofType = (type: FieldTypeName): string => {
    const node = definitions[`field-${type}`]!
    const own = {
      ...node,
      properties: Object.fromEntries(
        Object.entries(node.properties ?? {}).filter(([option]) => option !== 'type' && !common.includes(option)),
      ),
    }
    const operators = fieldDisplays[type].operators.map((operator) => `\`${operator}\``).join(', ')
    const options = Object.keys(own.properties).length > 0 ? `\n${table(own)}\n` : ''
    return `### f.${type}\n\n![${node.description}, on a form](fields/${type}.png)\n\n${node.description}. ${operators ? `Filters: ${operators}.` : 'No filters.'}\n${options}`
  }

  return [
    heading,
    `## A screen\n\n${table(schema)}\n`,
    `## Fields\n\nEvery type takes these beside its own:\n\n${table({ ...definitions['field-flag']! }, new Set(['type']))}\n`,
    ...fieldTypeNames.map(ofType),
    conditions,
    ...parts,
  ].join('\n')
}

const plainWords: Readonly<Record<string, string>> = { string: 'text', boolean: 'true, false', integer: 'whole number' }

const cell = (text: string): string => text.replaceAll('|', '\\|')
