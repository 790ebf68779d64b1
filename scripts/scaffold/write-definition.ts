import type { FieldSpec, ScreenDefinition } from '#src/definition'

/** A definition as the text of a JSON file. */
export const asJson = (definition: ScreenDefinition): string =>
  `${JSON.stringify({ $schema: '../screen.schema.json', ...definition }, null, 2)}\n`

/** A definition as the text of a TypeScript file, as people write it; the formatter breaks its lines. */
export function asTypeScript(definition: ScreenDefinition): string {
  const { fields, ...rest } = definition
  const before = Object.entries(rest).filter(([part]) => !after.has(part))
  const behind = Object.entries(rest).filter(([part]) => after.has(part))
  const lines = [
    ...before.map(([part, value]) => `  ${part}: ${literal(value)},`),
    '  fields: {',
    ...Object.entries(fields).map(([name, spec]) => `    ${property(name)}: ${call(spec)},`),
    '  },',
    ...behind.map(([part, value]) => `  ${part}: ${literal(value)},`),
  ]
  const constant = definition.name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  return `import { defineScreen, f } from '#src/definition'\n\nexport const ${constant} = defineScreen({\n${lines.join('\n')}\n})\n`
}

const after = new Set(['list', 'form', 'upload', 'result', 'access', 'messages', 'tests'])

/** A field as a call of its helper: f.decimal(15, 2, { … }). */
function call({ type, precision, scale, choices, target, fields, ...options }: FieldSpec): string {
  const first: unknown[] =
    type === 'decimal'
      ? [precision, scale]
      : type === 'choice'
        ? [(choices ?? []).map(shortChoice)]
        : target
          ? [target]
          : fields
            ? [fields]
            : []
  const rest = Object.keys(options).length > 0 ? [options] : []
  return `f.${type}(${[...first, ...rest].map(literal).join(', ')})`
}

const shortChoice = (choice: NonNullable<FieldSpec['choices']>[number]): unknown =>
  choice.label === sentenceOf(choice.value) && choice.tone === undefined ? choice.value : choice

const sentenceOf = (value: string): string => {
  const words = value.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const property = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name))

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return `{ ${entries.map(([name, inner]) => `${property(name)}: ${literal(inner)}`).join(', ')} }`
}
