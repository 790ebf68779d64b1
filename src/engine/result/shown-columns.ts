import type { Field, Screen } from '#src/definition'

const named = ({ fields }: Screen, names: readonly string[]): readonly Field[] =>
  names.flatMap((name) => fields.filter((field) => field.name === name))

/** The columns a result can show, in the order of the definition. */
export const offeredColumns = (screen: Screen): readonly Field[] => named(screen, screen.result!.columns)

/** The columns it opens with. */
const usualColumns = (screen: Screen): readonly Field[] =>
  offeredColumns(screen).filter(({ name }) => !screen.result!.aside.includes(name))

/** Whether these are the columns a result opens with. */
export const areUsual = (screen: Screen, columns: readonly Field[]): boolean =>
  columns.length === usualColumns(screen).length && usualColumns(screen).every((field) => columns.includes(field))

/** The columns that the address asks for; those the result opens with unless it names some. */
export function shownColumns(screen: Screen, parameters: URLSearchParams): readonly Field[] {
  const offered = offeredColumns(screen)
  const asked = parameters.get('columns')?.split(',')
  const shown = offered.filter((field) => asked?.includes(field.name))
  return shown.length > 0 ? shown : usualColumns(screen)
}
