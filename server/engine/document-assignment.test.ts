import { expect, it } from 'vitest'
import type { Screen } from '#src/definition'
import { asAssigned, type Assignment, assignmentFor } from './document-assignment.ts'

const line = (document_type: string, application_type: string, days: number): Assignment => ({
  document_type,
  application_type,
  suppress_online_run: null,
  maximum_on_demand_lines: null,
  maximum_calculation_lines: null,
  save_master_data_history: null,
  message_log_display_days: days,
  multiple_values_allowed: null,
})
const lines = [line('*', '*', 1), line('*', 'Pricing', 2), line('customer', '*', 3), line('customer', 'Pricing', 4)]

it.each([
  ['customer', 'Pricing', 4],
  ['customer', 'Royalty', 3],
  ['customer', null, 3],
  ['material', 'Pricing', 2],
  ['material', null, 1],
] as const)('means %s in %s most exactly', (document, application, days) => {
  expect(assignmentFor(lines, document, application)?.message_log_display_days).toBe(days)
})

it('means nothing where no line does', () => {
  expect(assignmentFor([line('customer', 'Pricing', 4)], 'customer', 'Royalty')).toBeNull()
})

it('saves no history where told so, but for what needs approval, and for rights, accounts and configuration', () => {
  const off = { ...line('*', '*', 1), save_master_data_history: false }
  const historyOf = (area: string, write: string, approval: object | null = null) => {
    const access = { create: write, update: write, delete: write }
    return asAssigned({ table: { history: true }, area, access, approval } as unknown as Screen, off).table?.history
  }
  expect(historyOf('masters', 'masters.write')).toBe(false)
  expect(historyOf('contracts', 'contracts.write', { access: 'contracts.approve' })).toBe(true)
  expect(historyOf('configuration', 'any')).toBe(true)
  expect(historyOf('contracts', 'finance.accounts')).toBe(true)
  expect(historyOf('integration', 'platform.secrets')).toBe(true)
  expect(historyOf('masters', 'administration.users')).toBe(true)
})
