import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applications, fieldTypes, type Field, type Screen } from '#src/definition'
import { loadScreens } from '#server/screens.ts'
import { goodPassword, type SessionApp, sessionApp } from '#tests/support/session-app.ts'

const screens = await loadScreens()
const results = screens.filter(({ result, endpoint }) => result && endpoint)

let it: SessionApp
let everything: string
let nothing: string

beforeAll(async () => {
  it = await sessionApp()
  const roles = [
    { code: 'ALL', name: 'All', permissions: ['*'], authorizedApps: applications },
    { code: 'NONE', name: 'None', permissions: [], authorizedApps: applications },
  ]
  const organizationId = await it.organization({ code: 'R', name: 'Results', roles })
  const person = async (email: string, role: string) => {
    await it.user({ organizationId, email, name: role, role, password: goodPassword })
    return (await it.signIn(email)).token
  }
  everything = await person('all@example.com', 'ALL')
  nothing = await person('none@example.com', 'NONE')
  // Whom most results are asked about; nothing is there about them.
  for (const [endpoint, body] of [
    ['customer-data', { customer_number: 'NONE', customer_name: 'None' }],
    ['supplier-master', { supplier_number: 'NONE', supplier_name: 'None' }],
    ['material-master', { material_number: 'NONE', material_description: 'None' }],
  ] as const) {
    const { status } = await it.call('POST', `/api/${endpoint}`, { token: everything, body })
    if (status !== 201) throw new Error(`${endpoint} answered ${status}`)
  }
})

afterAll(() => it?.close())

/** A value for a criterion that has to be given and has no default; references name whom nothing is known about. */
const values: Partial<Record<Field['type'], (field: Field) => unknown>> = {
  date: ({ after }) => (after ? '2026-12-31' : '2026-01-01'),
  dateTime: () => '2026-01-01T00:00:00Z',
  choice: ({ choices }) => choices?.[0]?.value,
  flag: () => false,
  integer: ({ min }) => Number(min ?? 1),
  decimal: ({ min }) => String(min ?? 1),
  percent: ({ min }) => String(min ?? 1),
  money: ({ min }) => String(min ?? 1),
}

const criteriaOf = ({ result }: Screen, isWanted: (field: Field) => boolean): Record<string, unknown> =>
  Object.fromEntries(
    result!.parameters.filter(isWanted).map((field) => [field.name, values[field.type]?.(field) ?? 'NONE']),
  )

/** Criteria under which a result is there: what it asks for besides, because one of several has to be given, is given too. */
async function runnable(screen: Screen): Promise<Record<string, unknown>> {
  const needed = criteriaOf(screen, (field) => field.required === true && field.default === undefined)
  const missing = new Set<unknown>()
  const withMissing = () => ({ ...criteriaOf(screen, ({ name }) => missing.has(name)), ...needed })
  // What was asked for may ask for more: a rate asks in what.
  for (let turn = 0; turn < 3; turn += 1) {
    const { body } = await ask(screen, { ...withMissing(), limit: 1 })
    for (const { path } of body.error?.issues ?? []) missing.add(path[0])
  }
  return withMissing()
}

const ask = (screen: Screen, body: object, token = everything) =>
  it.call('POST', `/api/${screen.endpoint}`, { token, body })

// What they show hangs on one record that has to be there; the tests of its kind ask for them.
const ofOneRecord: ReadonlySet<string> = new Set([
  'calculation-source',
  'formula-lines',
  'formula-values',
  'incentive-ratio-trend',
  'margin-analysis',
  'margin-simulation',
  'median-margin',
  'predicted-sales',
])

test('there are results', () => expect(results.length).toBeGreaterThan(20))

describe.each(results.map((screen) => [screen.name, screen] as const))('%s', (_name, screen) => {
  test('is asked, sorted, written to a file, and kept from who may not read it', async () => {
    const criteria = await runnable(screen)
    const refused = await ask(screen, criteria, nothing)
    if (ofOneRecord.has(screen.name)) {
      const told = await ask(screen, criteria)
      expect([told.status === 404 || told.status === 422, refused.status]).toEqual([true, 403])
      return
    }
    expect(refused.status).toBe(screen.access.read === 'any' ? 200 : 403)
    const answer = await ask(screen, { ...criteria, limit: 5, totals: true })
    expect([answer.status, answer.body.error]).toEqual([200, undefined])
    const records = answer.body.response!['records'] as Record<string, unknown>[]
    expect(records).toBeInstanceOf(Array)
    for (const record of records)
      expect(Object.keys(record)).toEqual(expect.arrayContaining([...screen.result!.columns]))

    for (const name of screen.result!.columns) {
      const field = screen.fields.find((one) => one.name === name)!
      if (!fieldTypes[field.type].sortable) continue
      const sorted = await ask(screen, { ...criteria, limit: 1, sort: `-${name}` })
      expect([name, sorted.status, sorted.body.error]).toEqual([name, 200, undefined])
    }

    const file = await it.app.inject({
      method: 'POST',
      url: `/api/${screen.endpoint}/export?format=csv`,
      headers: { authorization: `Bearer ${everything}` },
      payload: criteria,
    })
    expect(file.statusCode, file.body).toBe(200)
    expect(file.body.length).toBeGreaterThan(screen.result!.columns.length)
  })
})
