import { numberFormula, type LineFormula } from '../engine/line-formula.ts'

/** Reads a formula over drivers, whose values `column` gives as SQL; ExpressionError with words where it cannot be one. */
export const driverFormula = (
  source: string,
  drivers: readonly string[],
  column: (driver: string) => string = () => 'null',
): LineFormula =>
  numberFormula(source, {
    has: (name) => drivers.includes(name.toUpperCase()),
    isNumeric: () => true,
    column: (name) => ({
      text: `(${column(name.toUpperCase())})::text`,
      seen: { form: 'number', bytes: 60, whole: 30, fraction: 20 },
    }),
    unknown: (name) =>
      `There is no active driver ${name}${drivers.length > 0 ? `; there are ${drivers.join(', ')}` : ''}`,
  })
