import { isKeyNeeded } from '#src/definition/key-part.ts'
import type { Screen } from '#src/definition'
import { mappingOf, sameColumn, uploadFields, type FileColumn, type FormatBody, type Mapping } from './format-body.ts'
import { readFormula } from './preview.ts'
import { columnsOf } from '#src/definition/expression/ast.ts'

/** What keeps a format from being used: by field, for the condition ('keep'), and for the whole (''). */
export type FormatProblems = Readonly<Record<string, string>>

function mappingProblem(mapping: Mapping, columns: readonly FileColumn[] | null): string | null {
  const missing = (name: string) => columns !== null && !columns.some((column) => sameColumn(column.name, name))
  if (mapping.source === 'column') {
    if (!mapping.column?.trim()) return 'Name the column'
    return missing(mapping.column) ? 'This file has no such column' : null
  }
  if (mapping.source === 'constant') return mapping.value?.trim() ? null : 'Give the value'
  if (mapping.source === 'counter') return (mapping.within ?? []).some(missing) ? 'This file has no such column' : null
  if (!mapping.formula?.trim()) return 'Write the formula'
  return formulaProblem(mapping.formula, 'value', columns)
}

function formulaProblem(
  source: string,
  wanted: 'value' | 'condition',
  columns: readonly FileColumn[] | null,
): string | null {
  const { expression, problem } = readFormula(source, wanted)
  if (problem) return problem
  const unknown =
    expression && columns
      ? columnsOf(expression).find((name) => !columns.some((column) => sameColumn(column.name, name)))
      : undefined
  return unknown === undefined ? null : `This file has no column ${unknown}`
}

/** Everything that speaks against a format; `columns` null: no file at hand. */
export function formatProblems(
  screen: Screen,
  format: FormatBody,
  columns: readonly FileColumn[] | null,
): FormatProblems {
  const problems: Record<string, string> = {}
  for (const mapping of format.fields) {
    const problem = mappingProblem(mapping, columns)
    if (problem) problems[mapping.field] = problem
    else if (mapping.when_empty === 'default' && !mapping.default?.trim())
      problems[mapping.field] = 'Give the value for empty cells'
  }
  const keys = new Set(screen.upload?.upsertOn ?? [])
  for (const field of uploadFields(screen)) {
    if (mappingOf(format, field.name)) continue
    if (keys.has(field.name) && isKeyNeeded(field)) problems[field.name] = 'Tells the lines apart: needed'
    else if (field.required && field.default === undefined) problems[field.name] = 'Needed'
  }
  const keep = format.keep?.trim() ? formulaProblem(format.keep, 'condition', columns) : null
  if (keep) problems.keep = keep
  return problems
}
