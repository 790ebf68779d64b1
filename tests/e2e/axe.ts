import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

// What the first rows of a list hold stands for the hundred: they are drawn alike, and each takes as long to look at.
const alike = 'tbody tr[aria-rowindex]:nth-child(n + 26)'

const how: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
}

interface WithAxe {
  readonly axe: { run(where: object, how: RunOptions): Promise<AxeResults> }
}

/** Barriers on the page as it stands (WCAG 2.2 A and AA), one line an element; `within` narrows it to a part of the page. */
export async function barriers(page: Page, within = 'body'): Promise<string[]> {
  // Evaluated by the debugger, so that the page's content security policy stays as it is.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(source, 'utf8'))
  const results = await page.evaluate(([where, options]) => (window as unknown as WithAxe).axe.run(where, options), [
    { include: [[within]], exclude: [[alike]] },
    how,
  ] as const)
  // It takes decoration that is hidden from readers (an avatar's initials, a key's sign) for a label.
  const sure = results.violations.filter(({ id }) => id !== 'label-content-name-mismatch')
  return sure.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.target.join(' ')} ${node.html.slice(0, 160)}`),
  )
}
