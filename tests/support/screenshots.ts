import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const folder = join(import.meta.dirname, '..', '..', 'test-results', 'screenshots')

const sizes = { laptop: [1280, 800], desktop: [1920, 1080], phone: [390, 844] } as const

export type ScreenSize = keyof typeof sizes

/** Takes the page as it stands at each size into test-results/screenshots/<name>-<size>.png and returns the paths. */
export async function takeScreenshots(
  page: Page,
  name: string,
  at: readonly ScreenSize[] = ['laptop', 'desktop'],
): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const before = page.viewportSize()
  const paths: string[] = []
  for (const size of at) {
    const [width, height] = sizes[size]
    await page.setViewportSize({ width, height })
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const path = join(folder, `${name}-${size}.png`)
    await page.screenshot({ path, animations: 'disabled' })
    paths.push(path)
  }
  if (before) await page.setViewportSize(before)
  return paths
}
