import type { Caller } from '../authorize.ts'
import { amount } from '../domain/calculation/amount.ts'
import {
  convertQuantity,
  type Converted,
  type UnitOfMaterial,
  type UnitOfOther,
  type UnitStep,
} from '../domain/units/convert.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import type { Command } from './command.ts'

/** A quantity that is wanted in another unit. */
export interface QuantityQuestion {
  readonly quantity: string
  readonly from_uom: string
  readonly to_uom: string
  /** Whose own units count beside the general ones. */
  readonly material_number?: string | null
}

/** Converts by the units of the material and the general ones; NOT_FOUND where nothing leads from one to the other. */
export async function convertUnits(tx: Tx, { organizationId }: Caller, question: QuantityQuestion): Promise<Converted> {
  const { material_number: material, from_uom: from, to_uom: to } = question
  const [known] = material
    ? await tx.query<{ base_uom: string | null }>(
        sql`select base_uom from material where organization_id = ${organizationId} and material_number = ${material}`,
      )
    : []
  if (material && !known) throw new AppError('NOT_FOUND', { message: `There is no material ${material}.` })
  const own = material
    ? await tx.query<UnitOfMaterial>(
        sql`select uom, numerator, denominator from material_uom where organization_id = ${organizationId} and material_number = ${material}`,
      )
    : []
  const general = await tx.query<UnitOfOther>(
    sql`select uom, base_unit, factor from unit_of_measure where organization_id = ${organizationId} and base_unit is not null`,
  )
  const facts = { base: known?.base_uom ?? null, own, general }
  const converted = convertQuantity(amount(question.quantity), from, to, facts)
  if (!converted)
    throw new AppError('NOT_FOUND', {
      message: `Nothing says how many ${to} one ${from} is${material ? ` of ${material}` : ''}.`,
    })
  return converted
}

/** A step in words: "24 EA make 1 CS". */
export const stepWords = ({ from, to, times, per }: UnitStep): string =>
  `${times.toString()} ${to} make ${per.toString()} ${from}`

/** Tells a quantity in another unit, and by which conversions. */
export const convertQuantityAction: Command = async ({ tx, caller, parameters }) => {
  const question = parameters as unknown as QuantityQuestion
  const { quantity, steps } = await convertUnits(tx, caller, question)
  const key = steps.length === 0 ? 'The same unit' : steps.map(stepWords).join('; ')
  return {
    done: 0,
    skipped: [],
    failed: [],
    given: [{ id: 0, key, value: `${quantity.toSignificantDigits(18).toString()} ${question.to_uom}` }],
  }
}
