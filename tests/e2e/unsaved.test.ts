import { expect, test } from 'vitest'
import { administrator, apiCall, createCustomers, enter, field } from './record.ts'
import { tabsOfFile } from './tabs.ts'

const open = tabsOfFile()

test('another application is opened only once it is decided that the form is left', async () => {
  const { page } = await open()
  await enter(page, administrator)
  const [id] = await createCustomers(page, 'SWITCH', ['Switch Trading'])
  await page.goto(`/customer-master/edit-customer/${id}`)
  await field(page, 'city').fill('Hull')
  await page.keyboard.press('Tab')
  const current = () => page.evaluate(() => sessionStorage.getItem('currentApplication'))
  const choose = async () => {
    await page.getByRole('button', { name: /^Application: / }).click()
    await page.getByRole('menuitemradio', { name: 'Promotions' }).click()
  }
  expect(await current()).toBe('Customer Rebate')
  await choose()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Application: Customer Rebate' }).waitFor()
  expect(await current()).toBe('Customer Rebate')
  expect(await field(page, 'city').inputValue()).toBe('Hull')
  const saved = page.waitForRequest((request) => request.method() === 'PUT' && request.url().includes('customer-data'))
  await page.keyboard.press('Control+s')
  expect((await saved).headers()['x-app-source-type']).toBe('Customer Rebate')
  await page.getByText('Successfully updated').waitFor()

  await page.goto(`/customer-master/edit-customer/${id}`)
  await field(page, 'city').fill('York')
  await choose()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await page.getByRole('heading', { name: 'Promotions', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await current()).toBe('Promotions')
  // From the home itself, and without a step that leads nowhere on the way back.
  await page.getByRole('button', { name: 'Application: Promotions' }).click()
  await page.getByRole('menuitemradio', { name: 'Pricing' }).click()
  await page.getByRole('heading', { name: 'Pricing', level: 1 }).waitFor()
  await page.goBack()
  await page.waitForURL(/edit-customer/)
})

test('a save that is refused says so where one looks, however far the form is scrolled', async () => {
  const { page } = await open({ expectedStatuses: [409, 500] })
  await enter(page, administrator)
  const [id] = await createCustomers(page, 'FAR', ['Far Trading'])
  await page.goto(`/customer-master/edit-customer/${id}`)
  await field(page, 'notes').fill('Far below')
  await page.route('**/api/customer-data/*', (route, request) =>
    request.method() === 'PUT'
      ? route.fulfill({
          status: 409,
          json: { status: 'FAILURE', code: 'WRONG_STATE', message: 'This customer is being settled.', response: null },
        })
      : route.continue(),
  )
  for (const _ of [1, 2]) {
    await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
    await page.keyboard.press('Control+s')
    await page.locator('[role=alert]:focus').filter({ hasText: 'This customer is being settled.' }).waitFor()
    const top = await page.locator('[role=alert]:focus').evaluate((notice) => notice.getBoundingClientRect().top)
    expect(top).toBeGreaterThan(0)
    expect(top).toBeLessThan(700)
  }
})

test('what is typed is counted and kept while its field still has the focus', async () => {
  const { page } = await open()
  await enter(page, administrator)
  const [id] = await createCustomers(page, 'TYPED', ['Typed Trading'])
  await page.goto(`/customer-master/edit-customer/${id}`)
  await expect.poll(() => page.title()).toMatch(/^Typed Trading · Customers · /)
  await field(page, 'notes').click()
  await page.keyboard.type('A long note ')
  await page.getByRole('status').getByText('1 change', { exact: true }).waitFor()
  expect(
    await page.evaluate(() => Object.entries(sessionStorage).find(([key]) => key.startsWith('tierline:draft'))?.[1]),
  ).toContain('A long note')
  await page.keyboard.type('goes on')
  expect(await field(page, 'notes').inputValue()).toBe('A long note goes on')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Successfully updated').waitFor()
  await page.getByRole('link', { name: 'Customers' }).first().click()
  await page.waitForURL((url) => url.pathname === '/customer-master')
  await expect.poll(() => page.title()).toMatch(/^Customers · /)
})

test('a new record whose save got no answer is sent again, after a reload too, and is there once', async () => {
  const { page } = await open()
  await enter(page, administrator)
  await createCustomers(page, 'LOST', [])
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/customer-master/new')
  await field(page, 'customer_name').fill('Lost Trading')
  await field(page, 'customer_number').fill('LOST-1')
  const sent: string[] = []
  await page.route(/\/api\/customer-data\?/, async (route, request) => {
    if (request.method() !== 'POST') return route.continue()
    sent.push(new URL(request.url()).searchParams.get('request_key') ?? '')
    if (sent.length > 2) return route.continue()
    // The server has it, and no answer comes back.
    await route.fetch()
    return route.abort('connectionreset')
  })
  const unknown = page.getByText('it is not known whether this was saved')
  await page.getByRole('button', { name: 'Save' }).click()
  await unknown.waitFor()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => sent.length).toBe(2)
  await unknown.waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Restore them' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Successfully added').waitFor()
  expect([sent.length, new Set(sent).size]).toEqual([3, 1])
  const found = await apiCall<{ total_record: number }>(page, 'GET', 'customer-data?customer_number=LOST-1')
  expect(found.total_record).toBe(1)
})
