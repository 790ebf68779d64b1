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
