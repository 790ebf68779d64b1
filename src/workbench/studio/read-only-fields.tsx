import { labelOf, type FieldSpec, type ScreenDefinition } from '#src/definition'
import { conditionWords } from '#src/definition/condition-words.ts'
import { normalizeField } from '#src/definition'
import { typeWords } from './studio-words.ts'

interface Called {
  readonly screen: (name: string) => string
  readonly field: (name: string) => string
}

/** The options of a field beside its type, in words. */
function optionWords(field: FieldSpec, called: Called): string {
  const {
    type,
    max,
    min,
    precision,
    scale,
    unit,
    currency,
    target,
    choices,
    attributesOf,
    search,
    unique,
    immutable,
    pattern,
    after,
  } = field
  return [
    target ? `to ${called.screen(target)}` : '',
    precision === undefined ? '' : `${precision} digits, ${scale ?? 0} decimals`,
    max === undefined ? '' : type === 'text' || type === 'longText' ? `at most ${max} characters` : `at most ${max}`,
    min === undefined ? '' : `at least ${min}`,
    unit ?? '',
    currency ? `in ${currency}` : '',
    choices ? choices.map((choice) => choice.label).join(', ') : '',
    attributesOf ? `and attributes of ${attributesOf.map(called.screen).join(', ')}` : '',
    pattern ? `pattern ${pattern}` : '',
    after ? `not before ${called.field(after)}` : '',
    search ? 'searched' : '',
    unique ? 'unique' : '',
    immutable ? 'cannot be changed later' : '',
  ]
    .filter(Boolean)
    .join('; ')
}

/** The fields of a definition as a table, to read. */
export function ReadOnlyFields({
  definition,
  targets,
}: {
  definition: ScreenDefinition
  /** What the screens it may refer to are called. */
  targets: readonly { readonly value: string; readonly label: string }[]
}) {
  const called: Called = {
    screen: (name) => targets.find(({ value }) => value === name)?.label ?? name,
    field: (name) => definition.fields[name]?.label ?? labelOf(name),
  }
  const fields = Object.entries(definition.fields).map(([name, field]) => normalizeField(name, field))
  return (
    <div
      className="overflow-x-auto rounded-lg border border-line bg-panel"
      role="region"
      aria-label="Fields"
      tabIndex={0}
    >
      <table className="w-full min-w-[44rem] border-collapse text-left">
        <thead className="text-sm text-ink-2">
          <tr className="border-b border-line">
            {['Field', 'Name', 'Type', 'Required', 'More'].map((head) => (
              <th key={head} scope="col" className="px-4 py-2 font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(definition.fields).map(([name, field]) => (
            <tr key={name} className="border-b border-line align-top last:border-0">
              <th scope="row" className="px-4 py-2 font-medium">
                {field.label ?? labelOf(name)}
              </th>
              <td className="px-4 py-2 font-mono text-sm text-ink-2">{name}</td>
              <td className="px-4 py-2 whitespace-nowrap">{typeWords[field.type]}</td>
              <td className="px-4 py-2">
                {field.required === 'whenVisible' ? 'When visible' : field.required ? 'Yes' : ''}
              </td>
              <td className="px-4 py-2 text-ink-2">
                {optionWords(field, called)}
                {field.visible ? <p>Visible when {conditionWords(field.visible, fields)}</p> : null}
                {(field.rejects ?? []).map(({ when, message }) => (
                  <p key={message}>
                    Refused when {conditionWords(when, fields)}: {message}
                  </p>
                ))}
                {field.fields ? (
                  <p>
                    Rows of{' '}
                    {Object.entries(field.fields)
                      .map(([inner, spec]) => spec.label ?? labelOf(inner))
                      .join(', ')}
                  </p>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
