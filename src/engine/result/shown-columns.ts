import type { Field, Screen } from '#src/definition'

const named = ({ fields }: Screen, names: readonly string[]): readonly Field[] =>
  names.flatMap((name) => fields.filter((field) => field.name === name))

/** The columns a result can show, in the order of the definition. */
export const offeredColumns = (screen: Screen): readonly Field[] => named(screen, screen.result!.columns)

/** The columns that the address asks for; all of them unless it names some. */
export function shownColumns(screen: Screen, parameters: URLSearchParams): readonly Field[] {
  const offered = offeredColumns(screen)
  const asked = parameters.get('columns')?.split(',')
  const shown = asked ? offered.filter((field) => asked.includes(field.name)) : offered
  return shown.length > 0 ? shown : offered
}
