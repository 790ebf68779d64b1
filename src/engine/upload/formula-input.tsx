import { useId } from 'react'
import { functions } from '#src/definition/expression/functions.ts'
import { controlClass } from '#src/ui/input.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { HelpIcon } from '#src/ui/icons.tsx'
import { Popover } from '#src/ui/popover.tsx'
import type { FileColumn } from './format-body.ts'
import { readFormula } from './preview.ts'

interface FormulaInputProps {
  readonly label: string
  readonly wanted: 'value' | 'condition'
  readonly columns: readonly FileColumn[]
  readonly value: string
  readonly onChange: (formula: string) => void
  readonly placeholder?: string
}

const signature = (name: string): string => {
  const { args } = functions[name as keyof typeof functions]
  return `${name}(${args.map((type) => ({ text: 'text', number: 'number', date: 'date', boolean: 'condition', any: 'value' })[type as 'text']).join(', ')})`
}

/** A formula over the columns of the file, checked while it is written. */
export function FormulaInput({ label, wanted, columns, value, onChange, placeholder }: FormulaInputProps) {
  const id = useId()
  const { problem } = readFormula(value, wanted)
  return (
    <div>
      <div className="flex items-center gap-1">
        <input
          type="text"
          aria-label={label}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? id : undefined}
          spellCheck={false}
          autoComplete="off"
          placeholder={placeholder ?? (wanted === 'condition' ? 'not empty(CustomerID)' : 'Quantity * UnitPrice')}
          className={controlClass(Boolean(problem), 'w-full min-w-0 font-mono text-sm')}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <Popover
          label="What a formula can hold"
          align="end"
          className="w-[26rem] max-w-[92vw]"
          trigger={(props) => <IconButton {...props} icon={HelpIcon} label="What a formula can hold" />}
        >
          <p className="mb-2 text-ink-2">
            Columns by their name, in brackets where it holds blanks: [Net value]. Numbers, texts in quotes, + − * /, =
            != &lt; &gt;, and, or, not.
          </p>
          {columns.length > 0 ? (
            <p className="mb-2 text-sm text-ink-3">Columns: {columns.map((column) => column.name).join(', ')}</p>
          ) : null}
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
            {Object.entries(functions).map(([name, { help }]) => (
              <div key={name} className="contents">
                <dt className="font-mono text-ink-1">{signature(name)}</dt>
                <dd className="text-ink-2">{help}</dd>
              </div>
            ))}
          </dl>
        </Popover>
      </div>
      {problem ? (
        <p id={id} className="mt-1 text-sm text-bad">
          {problem}
        </p>
      ) : null}
    </div>
  )
}
