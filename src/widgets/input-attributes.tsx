import type { Field } from '#src/definition'
import type { InputProps, InputWidget } from './input.ts'
import { RowsInput } from './input-rows.tsx'

const base = {
  id: 'x',
  required: true,
  requiredWhenVisible: false,
  immutable: false,
  readOnly: false,
  search: false,
  index: false,
  unique: false,
  hidden: false,
}
const pairFields: readonly Field[] = [
  { ...base, name: 'name', id: 'name', type: 'text', label: 'Name', max: 60, storage: { column: 'name' } },
  { ...base, name: 'value', id: 'value', type: 'text', label: 'Value', required: false, storage: { column: 'value' } },
]

const pairsOf = (value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.entries(value).map(([name, item]) => ({ name, value: item }))
    : Array.isArray(value)
      ? value
      : []

/** Free attributes as names and values. While a name is missing or doubled the pairs stay a list, which a save refuses with words. */
export function AttributesInput(props: InputProps & { readonly inputs: Readonly<Record<Field['type'], InputWidget>> }) {
  const { field, onChange } = props
  return (
    <RowsInput
      {...props}
      field={{ ...field, fields: pairFields, maxRows: 200 }}
      value={pairsOf(props.value)}
      onChange={(value) => {
        const pairs = (value ?? []) as readonly { name: string | null; value: unknown }[]
        const names = new Set(pairs.map((pair) => pair.name))
        if (pairs.length === 0) onChange(null)
        else if (names.has(null) || names.size < pairs.length) onChange(pairs)
        else onChange(Object.fromEntries(pairs.map((pair) => [pair.name!, pair.value])))
      }}
    />
  )
}
