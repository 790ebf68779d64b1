import { Decimal } from 'decimal.js'

type Amount = string | number | null | undefined

/** The limits of a type of price requests; percentages, null for none. */
export interface RequestLimits {
  readonly max_discount_percent: Amount
  readonly min_margin_percent: Amount
  readonly beyond_limits: 'exception' | 'refused'
  readonly below_cost: 'exception' | 'refused'
  readonly overlap: 'told' | 'refused'
  readonly max_days: number | null
}

/** What is known about a line: prices of one unit in the currency of the request, cost null where none is known in it. */
export interface RequestLine {
  readonly line: number
  readonly material_number: string
  readonly quantity: Amount
  readonly current_price: Amount
  readonly requested_price: Amount
  readonly cost: Amount
  /** Numbers of other agreements with the customer about the material on some of the same days. */
  readonly agreements: readonly string[]
  /** Whether its reason may be given, and is given with the note it needs. */
  readonly reason: 'known' | 'inactive' | 'without note'
  /** Whether there is such a material. */
  readonly is_known: boolean
}

/** Something found about a line, or about the request as a whole. */
export interface Finding {
  readonly line: number | null
  readonly material_number: string | null
  readonly severity: 'refused' | 'exception' | 'told'
  readonly finding: string
}

const number = (value: Amount): Decimal | null =>
  value === null || value === undefined || value === '' ? null : new Decimal(value)

const percent = (part: Decimal, whole: Decimal): Decimal | null => (whole.isZero() ? null : part.times(100).div(whole))

const words = (value: Decimal): string => `${value.toDecimalPlaces(2).toFixed()} %`

function lineFindings(limits: RequestLimits, line: RequestLine): Finding[] {
  const found: Finding[] = []
  const say = (severity: Finding['severity'], finding: string): void =>
    void found.push({ line: line.line, material_number: line.material_number, severity, finding })
  const requested = number(line.requested_price)!
  const [current, cost] = [number(line.current_price), number(line.cost)]
  const [most, least] = [number(limits.max_discount_percent), number(limits.min_margin_percent)]
  if (!line.is_known) say('refused', 'There is no such material')
  if (line.reason === 'inactive') say('refused', 'Its reason is not in use')
  if (line.reason === 'without note') say('refused', 'Its reason needs a note')
  if (current === null) say('told', 'There is no price to compare it with')
  else if (requested.gt(current)) say('told', 'It is dearer than what the customer pays now')
  else {
    const discount = percent(current.minus(requested), current)
    if (discount !== null && most !== null && discount.gt(most))
      say(limits.beyond_limits, `The discount of ${words(discount)} is more than ${words(most)}`)
  }
  if (cost === null) say('told', 'Its standard cost is not known in this currency')
  else if (requested.lt(cost)) say(limits.below_cost, 'It is below cost')
  else {
    const margin = percent(requested.minus(cost), requested)
    // The margin itself is not told: it would give the cost away.
    if (least !== null && (margin === null || margin.lt(least)))
      say(limits.beyond_limits, `The margin is below ${words(least)}`)
  }
  if (line.agreements.length > 0)
    say(limits.overlap, `${line.agreements.join(', ')} has a price of it on some of the same days`)
  return found
}

/** What speaks against a price request, line by line in their order; what concerns all of it comes first. Pure. */
export function judgeRequest(
  limits: RequestLimits,
  { days, lines }: { readonly days: number; readonly lines: readonly RequestLine[] },
): Finding[] {
  const whole: Finding[] =
    limits.max_days !== null && days > limits.max_days
      ? [
          {
            line: null,
            material_number: null,
            severity: limits.beyond_limits,
            finding: `It holds for ${days} days, longer than ${limits.max_days}`,
          },
        ]
      : []
  const seen = new Map<string, number>()
  const twice = lines.flatMap(({ line, material_number }): Finding[] => {
    const first = seen.get(material_number)
    if (first === undefined) seen.set(material_number, line)
    return first === undefined
      ? []
      : [{ line, material_number, severity: 'refused', finding: `Line ${first} asks for a price of it already` }]
  })
  return [
    ...whole,
    ...lines.flatMap((line) => [...lineFindings(limits, line), ...twice.filter((one) => one.line === line.line)]),
  ]
}

/** Sums of a price request in its currency, two digits; percentages with two, null where there is nothing to compare with. */
export interface RequestFigures {
  readonly current_value: string
  readonly requested_value: string
  readonly discount_value: string
  readonly discount_percent: string | null
  readonly margin_percent: string | null
}

type Valued = Pick<RequestLine, 'quantity' | 'current_price' | 'requested_price' | 'cost'>

const total = (lines: readonly Valued[], of: (line: Valued) => Decimal): Decimal =>
  lines.reduce((sum, line) => sum.plus(of(line)), new Decimal(0)).toDecimalPlaces(2, Decimal.ROUND_HALF_UP)

/** What a price request comes to. Lines without a price now count as not discounted, those without a cost not towards the margin; sums are rounded once, half up. */
export function requestFigures(lines: readonly Valued[]): RequestFigures {
  const of = (value: Amount): Decimal => number(value) ?? new Decimal(0)
  const current = total(lines, (line) => of(line.quantity).times(of(line.current_price ?? line.requested_price)))
  const requested = total(lines, (line) => of(line.quantity).times(of(line.requested_price)))
  const costed = lines.filter(({ cost }) => number(cost) !== null)
  const sold = total(costed, (line) => of(line.quantity).times(of(line.requested_price)))
  const margin = sold.minus(total(costed, (line) => of(line.quantity).times(of(line.cost))))
  const rounded = (value: Decimal | null): string | null =>
    value === null ? null : value.toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed()
  return {
    current_value: current.toFixed(2),
    requested_value: requested.toFixed(2),
    discount_value: current.minus(requested).toFixed(2),
    discount_percent: rounded(percent(current.minus(requested), current)),
    margin_percent: rounded(percent(margin, sold)),
  }
}
