import { expect } from 'vitest'
import { startingRoles } from '#server/session/seed.ts'
import { multipartFile } from './multipart.ts'
import { sessionApp } from './session-app.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type PromotionRow = Record<string, unknown> & { id: number; row_version: number }

/** A package on mowers in Norway: 100 off, nothing on 36 months for half of them, two years of warranty. */
export const offer = (code: string, more: object = {}) => ({
  sticker_code: code,
  sticker_name: `Offer ${code}`,
  sticker_type: 'package',
  product_line: 'Mowers',
  country: 'Norway',
  cash_support: '100',
  promo_rate: '0',
  term_months: 36,
  financed_percent: '50',
  coverage_type: 'extended_warranty',
  coverage_months: 24,
  valid_from: '2027-03-01',
  valid_to: '2027-05-31',
  ...more,
})

/** The product with a planner, a reader, an analyst, an administrator and a stranger; two lines, a plan, prices, costs and one sticker, SPRING. */
export async function promotionApp() {
  const product = await sessionApp()
  const tokens: Record<string, string> = {}
  const planner = {
    code: 'PLANNER',
    name: 'Planner',
    permissions: ['promotions.read', 'promotions.write', 'promotions.delete', 'masters.read'],
    authorizedApps: ['Promotions'] as const,
  }
  // May everything with promotions, and has not the application they belong to.
  const outsider = {
    code: 'OUTSIDER',
    name: 'Outsider',
    permissions: ['promotions.*'],
    authorizedApps: ['Pricing'] as const,
  }
  const here = await product.organization({
    code: 'HERE',
    name: 'Here',
    roles: [...startingRoles, planner, outsider],
  })
  const there = await product.organization({ code: 'THERE', name: 'There', roles: startingRoles })
  for (const [name, organizationId, role] of [
    ['ada', here, 'ADMINISTRATOR'],
    ['planner', here, 'PLANNER'],
    ['rex', here, 'READER'],
    ['ann', here, 'ANALYST'],
    ['outsider', here, 'OUTSIDER'],
    ['stranger', there, 'ADMINISTRATOR'],
  ] as const) {
    await product.user({ organizationId, email: `${name}@here.test`, name, role })
    tokens[name] = (await product.signIn(`${name}@here.test`)).token
  }
  const call = (method: Method, path: string, body?: object, as = 'planner') =>
    product.call(method, `/api/${path}`, { token: tokens[as]!, ...(body ? { body } : {}) })

  let formats = 0
  /** Sends a table to the import of a functionality, every column named as its field; answers what became of it. */
  const imported = async (functionality: string, ...rows: readonly Readonly<Record<string, string>>[]) => {
    const columns = Object.keys(rows[0]!)
    const fields = columns.map((field) => ({ field, source: 'column', column: field }))
    const made = await call(
      'POST',
      `upload-format?app-functionality=${functionality}`,
      { name: `${functionality} ${(formats += 1)}`, body: { fields } },
      'ada',
    )
    const content = [columns, ...rows.map((row) => columns.map((name) => row[name]))]
      .map((cells) => cells.join(','))
      .join('\n')
    const path = `/api/upload-file?format_id=${String(made.body.response!['id'])}`
    return product.call('POST', path, { token: tokens['ada']!, ...multipartFile('file.csv', content) })
  }

  const made = async (path: string, body: object): Promise<PromotionRow> => {
    const answer = await call('POST', path, body)
    expect([answer.status, answer.body.error?.issues, answer.body.error?.message]).toEqual([201, undefined, undefined])
    return answer.body.response as PromotionRow
  }

  const refusedAt = async (path: string, body: object, method: Method = 'POST'): Promise<unknown[]> => {
    const { status, body: answer } = await call(method, path, body)
    return [status, ...(answer.error?.issues ?? []).map((issue) => issue.path.join('.'))]
  }

  const recordsOf = async (path: string): Promise<PromotionRow[]> => {
    const { status, body } = await call('GET', path)
    expect(status, path).toBe(200)
    return body.response!['records'] as PromotionRow[]
  }
  for (const [number, line] of [
    ['M1', 'Mowers'],
    ['M2', 'Mowers'],
    ['M3', 'Saws'],
  ])
    await call(
      'POST',
      'material-master',
      {
        material_number: number,
        material_description: `Machine ${number}`,
        product_line: line,
        promotion_relevant: true,
      },
      'ada',
    )
  for (const line of ['Mowers', 'Saws']) await made('product-line', { product_line: line, description: line })
  await made('global-promotion', {
    plan_year: '2027',
    description: 'Promotions 2027',
    valid_from: '2027-01-01',
    valid_to: '2027-12-31',
    plan_status: 'open',
    budgets: [
      { product_line: 'Mowers', country: 'Norway', amount: '1000.10' },
      { product_line: 'Saws', country: 'Norway', amount: '200.05' },
    ],
  })
  await made('promotion-finances', {
    country: 'Norway',
    currency: 'EUR',
    term_months: 36,
    standard_rate: '6',
    valid_from: '2027-01-01',
  })
  for (const [number, price] of [
    ['M1', '10000'],
    ['M2', '5000'],
  ])
    await made('material-pricing', {
      material_number: number,
      country: 'Norway',
      list_price: price,
      valid_from: '2027-01-01',
    })
  await made('coverage-cost-mapping', {
    coverage_type: 'extended_warranty',
    term_months: 24,
    product_line: 'Mowers',
    cost_per_unit: '60',
    valid_from: '2027-01-01',
  })
  await made('coverage-cost-mapping', {
    coverage_type: 'extended_warranty',
    term_months: 24,
    material_number: 'M2',
    cost_per_unit: '40',
    valid_from: '2027-01-01',
  })
  await made('promotion-sticker', offer('SPRING'))
  return { call, imported, made, refusedAt, recordsOf, db: product.db, close: () => product.close() }
}

export type PromotionApp = Awaited<ReturnType<typeof promotionApp>>
