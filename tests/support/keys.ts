import type { Locator, Page } from 'playwright-core'

/** Presses Tab (or Shift+Tab) until a control has the focus, as a person without a mouse does; fails when none leads there. */
export async function reach(
  page: Page,
  target: Locator,
  options: { back?: boolean; most?: number } = {},
): Promise<void> {
  const { back = false, most = 260 } = options
  await target.waitFor()
  const key = back ? 'Shift+Tab' : 'Tab'
  for (let pressed = 0; pressed <= most; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${String(target)} cannot be reached with ${key}`)
}

/** Goes to a control and presses a key on it. */
export async function press(
  page: Page,
  target: Locator,
  key = 'Enter',
  options: { back?: boolean } = {},
): Promise<void> {
  await reach(page, target, options)
  await page.keyboard.press(key)
}

/** Goes to a text field and writes into it, over what was there. */
export async function write(
  page: Page,
  target: Locator,
  text: string,
  options: { back?: boolean } = {},
): Promise<void> {
  await reach(page, target, options)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** Goes to a list of choices and types until the wanted one is chosen. */
export async function choose(
  page: Page,
  target: Locator,
  label: string,
  options: { back?: boolean } = {},
): Promise<void> {
  await reach(page, target, options)
  await page.keyboard.type(label)
  const chosen = await target.evaluate((element) => (element as HTMLSelectElement).selectedOptions[0]?.label ?? '')
  if (!chosen.startsWith(label)) throw new Error(`Typing "${label}" chose "${chosen}" in ${String(target)}`)
}
