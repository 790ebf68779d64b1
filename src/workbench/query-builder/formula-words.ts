export interface NamedColumn {
  readonly id: string
  readonly label: string
}

/** A formula as people read it: its columns by their headings. Headings that two columns share stay apart by their ids. */
export function shownFormula(formula: string, columns: readonly NamedColumn[]): string {
  return formula.replaceAll(/\[(c\d+)\]/g, (whole, id: string) => {
    const column = columns.find((one) => one.id === id)
    const isClear = columns.filter(({ label }) => label === column?.label).length === 1
    return column && isClear && !/[[\]]/.test(column.label) ? `[${column.label}]` : whole
  })
}

/** The same as it is kept: headings written by somebody are the columns they belong to. */
export function keptFormula(text: string, columns: readonly NamedColumn[]): string {
  return text.replaceAll(/\[([^[\]]+)\]/g, (whole, name: string) => {
    const wanted = name.trim().toLowerCase()
    const column = columns.find(({ id, label }) => id === wanted || label.toLowerCase() === wanted)
    return column ? `[${column.id}]` : whole
  })
}
