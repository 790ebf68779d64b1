/** A price of a pricing contract as its form has it. */
export interface ContractLine {
  readonly material_number?: unknown
  readonly quantity_from?: unknown
  readonly uom?: unknown
  readonly valid_from?: unknown
  readonly valid_to?: unknown
}

/** What is wrong with a line, at one of its fields. */
export interface LineFault {
  readonly line: number
  readonly field: string
  readonly message: string
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/**
 * Prices hold within their contract, and no two of the same material, unit and break on the same day. Days are YYYY-MM-DD and compare as
 * text; a line without days holds as long as the contract.
 */
export function contractLineFaults(
  lines: readonly ContractLine[],
  { from, to }: { readonly from: string; readonly to: string },
): LineFault[] {
  const spans = lines.map((line) => ({ from: textOf(line.valid_from) || from, to: textOf(line.valid_to) || to }))
  const outside = spans.flatMap((span, line): LineFault[] => {
    if (span.from < from) return [{ line, field: 'valid_from', message: 'It begins before the contract' }]
    if (span.to > to) return [{ line, field: 'valid_to', message: 'It ends after the contract' }]
    return []
  })
  const known = new Map<string, number[]>()
  const twice = lines.flatMap((line, at): LineFault[] => {
    const key = JSON.stringify([
      textOf(line.material_number),
      textOf(line.uom),
      Number(textOf(line.quantity_from) || '0'),
    ])
    const others = known.get(key) ?? []
    known.set(key, [...others, at])
    const span = spans[at]!
    const other = others.find((one) => spans[one]!.from <= span.to && spans[one]!.to >= span.from)
    return other === undefined
      ? []
      : [
          {
            line: at,
            field: 'material_number',
            message: `Line ${other + 1} has a price of it on some of the same days`,
          },
        ]
  })
  return [...outside, ...twice]
}
