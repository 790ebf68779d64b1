import type { FieldSpec } from './field.ts'
import type { ScreenInput } from './screen.ts'

/** What a definition file exports: the author's data, checked by the compiler; `normalizeScreen` fills in the rest. */
export type ScreenDefinition = ScreenInput<Readonly<Record<string, FieldSpec>>, string>

/** Declares a screen. `fields` alone is inferred from, so a misspelt name elsewhere is an error at its own line. */
export function defineScreen<const F extends Readonly<Record<string, FieldSpec>>>(
  definition: ScreenInput<F>,
): ScreenDefinition {
  return definition as unknown as ScreenDefinition
}
