import { contractLineFaults, type ContractLine } from '../domain/pricing/contract-lines.ts'
import type { RecordHooks } from '../engine/hooks.ts'
import type { Issue } from '../errors.ts'

/** What is wrong with the prices of a pricing contract, at their fields. */
export function lineIssues(next: Readonly<Record<string, unknown>>): Issue[] {
  const span = { from: String(next['valid_from']), to: String(next['valid_to']) }
  return contractLineFaults((next['lines'] ?? []) as readonly ContractLine[], span).map(({ line, field, message }) => ({
    path: ['lines', line, field],
    code: 'line',
    message,
  }))
}

/** What holds for the content of every pricing contract, whoever writes it. */
export const pricingContractRules: RecordHooks = {
  beforeWrite: (_context, values, current) => Promise.resolve(lineIssues({ ...current, ...values })),
}
