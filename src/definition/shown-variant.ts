import { readersCalendar } from './dates.ts'
import { evaluate } from './evaluate.ts'
import type { Screen } from './screen.ts'
import type { VariantShape } from './variant.ts'

/** The screen in the shape that a variant has. */
function inShape(screen: Screen, { fields, sections }: VariantShape): Screen {
  const own = new Map(fields.map((field) => [field.name, field]))
  return {
    ...screen,
    fields: screen.fields.map((field) => own.get(field.name) ?? field),
    form: screen.form && { ...screen.form, sections },
  }
}

/** The screen as a record of it is shown: in the shape of the variant that the record is. */
export function shownFor(screen: Screen, record: Readonly<Record<string, unknown>>): Screen {
  const context = { fields: screen.fields, ...readersCalendar() }
  const variant = screen.variants?.find(({ when }) => evaluate(when, record, context))
  return variant?.shown ? inShape(screen, variant.shown) : screen
}

/** The screen in the shape of the variant of that name; as it is where nothing is said of it. */
export function shownAsVariant(screen: Screen, name: string | undefined): Screen {
  const shown = screen.variants?.find((variant) => variant.name === name)?.shown
  return shown ? inShape(screen, shown) : screen
}
