import type { Caller } from '../authorize.ts'
import { amount } from '../domain/calculation/amount.ts'
import { convertAmount, type ConvertedAmount, type Rate, type UsedRate } from '../domain/currency/convert-amount.ts'
import { referenceCurrency } from '../engine/configuration-keys.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import type { Command } from './command.ts'

/** An amount that is wanted in another currency. */
export interface CurrencyQuestion {
  readonly amount: string
  readonly from_currency: string
  readonly to_currency: string
  /** YYYY-MM-DD */
  readonly on_date: string
  readonly rate_type: string
  /** Where there is no rate between both; the organisation's own unless given. */
  readonly reference_currency?: string | null
}

/** Converts by the rates of the caller's organisation; NOT_FOUND where none has begun by that day. */
export async function convertCurrency(tx: Tx, caller: Caller, question: CurrencyQuestion): Promise<ConvertedAmount> {
  const { from_currency: from, to_currency: to, on_date: day, rate_type: type } = question
  const reference = question.reference_currency ?? (await referenceCurrency(tx, caller.organizationId))
  const codes = [from, to, reference]
  const rates = await tx.query<Rate>(sql`
    select distinct on (from_currency, to_currency) from_currency, to_currency, valid_from, rate, per_units from currency_rate
     where organization_id = ${caller.organizationId} and rate_type = ${type} and valid_from <= ${day}::date
       and from_currency = any(${codes}::text[]) and to_currency = any(${codes}::text[])
     order by from_currency, to_currency, valid_from desc`)
  const converted = convertAmount(amount(question.amount), from, to, day, reference, rates)
  if (!converted)
    throw new AppError('NOT_FOUND', {
      message: `There is no ${type} rate from ${from} to ${to} on ${day}, nor any through ${reference}.`,
    })
  return converted
}

/** A rate as it was published, in words. */
export const rateWords = ({ rate, inverse }: UsedRate): string =>
  `${rate.per_units ?? 1} ${rate.from_currency} = ${amount(rate.rate).toString()} ${rate.to_currency} from ${rate.valid_from}${inverse ? ', taken the other way round' : ''}`

/** Tells an amount in another currency, and by which rates. */
export const convertCurrencyAction: Command = async ({ tx, caller, parameters }) => {
  const question = parameters as unknown as CurrencyQuestion
  const converted = await convertCurrency(tx, caller, question)
  const key = converted.used.length === 0 ? 'The same currency' : converted.used.map(rateWords).join('; ')
  return {
    done: 0,
    skipped: [],
    failed: [],
    given: [{ id: 0, key, value: `${converted.amount.toString()} ${question.to_currency}` }],
  }
}
