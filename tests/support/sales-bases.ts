import { expect } from 'vitest'
import type { RebateApp } from './rebate-app.ts'
import { rule } from './rebate-app.ts'

type Row = Record<string, unknown>

/** A rule that reaches its tier and pays by a sales basis. */
export const by = (sales_basis: string | null, more: object = {}) =>
  rule({ benefit_basis: 'sales_basis', qualifier_basis: 'sales_basis', sales_basis, rate: '5', ...more })

/** Sales bases that count nothing of what came back. */
export const none = { returns: 'ignore', credit_memos: 'ignore' }

/** Ways to make sales bases as an administrator, and to sell by hand. */
export async function salesBases(it: RebateApp) {
  const admin = await it.admin()
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = admin) =>
    it.s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })
  const basis = (sales_basis: string, more: object = {}) =>
    call('POST', 'config/sales-basis', { sales_basis, description: `Basis ${sales_basis}`, ...more })
  return {
    call,
    basis,
    based: async (name: string, more: object = {}): Promise<Row> => {
      const answer = await basis(name, more)
      expect([answer.status, answer.body.error]).toEqual([201, undefined])
      return answer.body.response!
    },
    line: async (customer: string, at: number, more: object): Promise<void> => {
      const made = await it.create('sales_data', {
        billing_doc_number: customer,
        billing_doc_line: at,
        billing_date: '2026-02-10',
        customer_number: customer,
        material_number: 'M1',
        currency: 'EUR',
        ...more,
      })
      expect([made.status, made.body.error]).toEqual([201, undefined])
    },
  }
}

export type SalesBases = Awaited<ReturnType<typeof salesBases>>
