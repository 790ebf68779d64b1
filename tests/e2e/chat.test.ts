import { expect, test } from 'vitest'
import { barriers } from './axe.ts'
import { administrator, analyst, enter } from './record.ts'
import { tabsOfFile } from './tabs.ts'

const open = tabsOfFile()

test('a question reaches the other people of the channel at once, and so does its answer', async () => {
  const [asking, answering] = [await open(), await open({ width: 390, height: 844 })]
  await enter(asking.page, analyst)
  await enter(answering.page, administrator)
  for (const { page } of [asking, answering]) {
    await page.goto('/community-chat')
    await page.getByRole('button', { name: /^Joint planning of cleaning/ }).click()
    await page.getByRole('article').first().waitFor()
  }
  const words = `Is this seen at once? ${Date.now().toString(36)}`
  await asking.page.getByRole('button', { name: '@ Name somebody' }).first().click()
  await asking.page.getByRole('menuitem', { name: /Robin Hale/ }).click()
  await asking.page.keyboard.type(words)
  await asking.page.keyboard.press('Control+Enter')
  const seen = answering.page.getByRole('article').filter({ hasText: words })
  await seen.getByText('@Robin Hale').waitFor()
  expect(await barriers(answering.page)).toEqual([])
  await seen.getByRole('button', { name: 'Answer' }).click()
  await seen.getByLabel('Your answer').fill('It is.')
  await seen.getByLabel('This solves it').check()
  await seen.getByRole('button', { name: 'Answer', exact: true }).click()
  const own = asking.page.getByRole('article').filter({ hasText: words })
  await own.getByText('It is.').waitFor()
  await own.getByText('Solved').waitFor()
  expect(await barriers(asking.page)).toEqual([])
  // One's own answer is changed and taken away with the keys alone; what is under way stays while others write.
  const more = seen.getByRole('button', { name: /^More with the answer of Robin Hale/ })
  await more.focus()
  await answering.page.keyboard.press('Enter')
  await answering.page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
  await answering.page.keyboard.type(' Surely.')
  await own.getByRole('button', { name: 'Answer', exact: true }).click()
  await own.getByLabel('Your answer').fill('Thank you.')
  await asking.page.keyboard.press('Control+Enter')
  await seen.getByText('Thank you.').waitFor()
  expect(await answering.page.evaluate(() => (document.activeElement as HTMLTextAreaElement).value)).toBe(
    'It is. Surely.',
  )
  await answering.page.keyboard.press('Control+Enter')
  await own.getByText('It is. Surely.').waitFor()
  await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true)
  await answering.page.keyboard.press('Enter')
  await answering.page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await answering.page.getByRole('dialog').getByRole('button', { name: 'Delete the answer' }).press('Enter')
  await own.getByText('It is. Surely.').waitFor({ state: 'detached' })
  await expect.poll(() => answering.page.evaluate(() => document.activeElement?.tagName)).toBe('SECTION')
  expect(await answering.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect([...asking.complaints, ...answering.complaints]).toEqual([])
})

test('the assistant leads to what it found', async () => {
  const { page, complaints } = await open()
  await enter(page, analyst)
  await page.goto('/community-chat')
  await page.getByLabel('Question to the assistant').fill('How do I find a customer?')
  await page.keyboard.press('Enter')
  const found = page.getByRole('list', { name: 'Found' })
  await found.getByRole('link', { name: /^How do I find a customer/ }).waitFor()
  await page.getByText('nothing was made up').waitFor()
  expect(await barriers(page)).toEqual([])
  await found.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.waitForURL(/customer-master/)
  expect(complaints).toEqual([])
})
