import { useRef, useState } from 'react'
import { parseExpression } from '#src/definition/expression/parse.ts'
import { ExpressionError } from '#src/definition/expression/ast.ts'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Textarea } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import { keptFormula, type NamedColumn, shownFormula } from './formula-words.ts'

interface FormulaEditorProps {
  readonly called: string
  readonly formula: string
  /** The columns before this one, which it can work with. */
  readonly before: readonly NamedColumn[]
  readonly onChange: (formula: string) => void
}

function wrong(text: string, before: readonly NamedColumn[]): string | undefined {
  try {
    parseExpression(text)
    const strange = [...text.matchAll(/\[([^[\]]+)\]/g)].find(([, name]) => !before.some(({ id }) => id === name))
    return strange ? `There is no column ${strange[1]!} before this one` : undefined
  } catch (error) {
    return error instanceof ExpressionError ? error.message : undefined
  }
}

/** A formula over the columns before it, which are named by their headings. */
export function FormulaEditor({ called, formula, before, onChange }: FormulaEditorProps) {
  const [text, setText] = useState(() => shownFormula(formula, before))
  const area = useRef<HTMLTextAreaElement>(null)
  const put = (next: string) => {
    setText(next)
    const kept = keptFormula(next, before)
    if (wrong(kept, before) === undefined) onChange(kept)
  }
  const insert = (id: string) => {
    const at = area.current?.selectionStart ?? text.length
    put(`${text.slice(0, at)}${shownFormula(`[${id}]`, before)}${text.slice(at)}`)
    area.current?.focus()
  }
  return (
    <div className="mt-2 flex flex-col gap-2">
      <FieldFrame
        label={`Formula of ${called}`}
        isLabelHidden
        error={wrong(keptFormula(text, before), before)}
        help="Headings in brackets, numbers, + - * / and functions such as round, abs, if, coalesce. An amount per piece: [Net value] / [Quantity]."
      >
        {(wiring) => (
          <Textarea {...wiring} ref={area} rows={2} value={text} onChange={(event) => put(event.target.value)} />
        )}
      </FieldFrame>
      <Select
        aria-label={`Put a column into ${called}`}
        value=""
        placeholder="Put a column in…"
        options={before.map(({ id, label }) => ({ value: id, label }))}
        onChange={(event) => event.target.value && insert(event.target.value)}
      />
    </div>
  )
}
