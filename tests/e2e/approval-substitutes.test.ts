import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { barriers } from './axe.ts'
import { mailedLink } from './mailed-link.ts'
import { administrator, analyst, apiCall, enter, field } from './record.ts'
import { tabsOfFile } from './tabs.ts'

const openTab = tabsOfFile()
const password = 'four words nobody has chosen'
// Beyond what anything else in the demo is about, so that no other approval goes this way.
const impact = '77000000'

interface Chief {
  readonly mark: string
  readonly email: string
  readonly name: string
}

/** An approver of her own for very large exceptions, who can sign in. */
async function prepared(page: Page, { mark, email, name }: Chief): Promise<void> {
  await apiCall(page, 'POST', 'users', { email, name, role: 'ANALYST' })
  let link: string | undefined
  await expect.poll(async () => (link = await mailedLink(email)), { timeout: 60_000 }).toBeDefined()
  const token = new URL(link!).searchParams.get('token')
  await apiCall(page, 'POST', 'password/reset', { token, new_password: password, verify_email: true })
  await apiCall(page, 'POST', 'approval-workflow', {
    workflow_name: mark,
    functionality: 'exception',
    steps: [{ level: 1, approver_type: 'user', approver_user: email }],
  })
  await apiCall(page, 'POST', 'workflow-assignment', { assignment_code: mark, workflow: mark, amount_from: impact })
}

async function cleared(page: Page, { mark, email }: Chief): Promise<void> {
  for (const [path, key] of [
    ['workflow-assignment', 'assignment_code'],
    ['approval-workflow', 'workflow_name'],
  ] as const)
    await apiCall(page, 'DELETE', `${path}?${key}=${mark}`)
  const { records } = await apiCall<{ records: { id: number }[] }>(page, 'GET', `users?email=${email}`)
  await apiCall(page, 'POST', 'users/actions/deactivate', { ids: records.map(({ id }) => id), parameters: {} })
}

async function submitted(page: Page, mark: string): Promise<void> {
  const { id } = await apiCall<{ id: number }>(page, 'POST', 'incentive-override', {
    description: `${mark} tender`,
    contract_number: 'CR-E2E',
    override_rate: '7',
    impact,
    valid_from: '2026-01-01',
    valid_to: '2026-12-31',
    justification: 'Offer of a competitor',
  })
  await apiCall(page, 'POST', 'incentive-override/actions/submit-approval', { ids: [id] })
}

/** Takes back what was made for the test, also when it fails: the approver would be asked about what the next attempt submits. */
async function withChief(page: Page, work: (chief: Chief) => Promise<void>): Promise<void> {
  const mark = `E2E${Date.now().toString(36).toUpperCase()}`
  const chief: Chief = { mark, email: `${mark.toLowerCase()}@northgate.example`, name: `Clara Chief ${mark}` }
  try {
    await prepared(page, chief)
    await work(chief)
  } finally {
    await cleared(page, chief)
  }
}

it('an approver names a substitute in the profile, who decides in that place from the inbox', async () => {
  const author = await openTab()
  await enter(author.page, administrator)
  await withChief(author.page, async (chief) => {
    // Who may not make users is not told what a user is made of: the picker asks all the same.
    const away = await openTab({ width: 1440, height: 900, expectedStatuses: [403] })
    await away.page.goto('/login')
    await away.page.getByLabel('Email address').fill(chief.email)
    await away.page.getByLabel('Password', { exact: true }).fill(password)
    await away.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await away.page.waitForURL((url) => !url.pathname.startsWith('/login'))
    await away.page.goto('/profile')
    await away.page.getByRole('link', { name: 'Name a substitute' }).click()
    await field(away.page, 'substitute').fill('Anna')
    await away.page.getByRole('option', { name: /Anna Meyer/ }).click()
    await field(away.page, 'valid_to').fill('2099-12-31')
    await field(away.page, 'reason').fill('Holiday')
    await away.page.getByRole('button', { name: 'Save', exact: true }).click()
    await away.page.getByText('In force', { exact: true }).first().waitFor()
    expect(await barriers(away.page)).toEqual([])

    await submitted(author.page, chief.mark)
    const { page, complaints } = await openTab({ width: 1440, height: 900 })
    await enter(page, analyst)
    await page.goto(`/approval-inbox?status=open&approvers=@me&search=${chief.mark}`)
    const row = page.getByRole('row').filter({ hasText: `${chief.mark} tender` })
    await row.getByText(`Anna Meyer for ${chief.name}`).waitFor()
    expect(await barriers(page)).toEqual([])
    await row.getByRole('link').first().click()
    await page.waitForURL(/approval-inbox\/\d+/)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('Decided for').waitFor()
    await page.getByText(chief.name).first().waitFor()

    await page.getByRole('link', { name: 'Open', exact: true }).click()
    await page.waitForURL(/exception-management\/view/)
    await page.getByText('Decided for').first().waitFor()
    expect([...complaints, ...away.complaints, ...author.complaints]).toEqual([])
  })
})
