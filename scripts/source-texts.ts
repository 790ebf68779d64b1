import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseFileSync } from '@swc/core'
import { projectRoot } from './steps.ts'

const folders = ['src', 'server']
/** Sentence case, two words or a closing mark: what a person may read; identifiers, class names and drawings never look like this. */
const sentence = /^[A-Z][a-z’']*[^{}<>=;]*(\s|[.:!?…])[^{}<>=;]*$/
const hasWord = /[a-z]{3,}/
/** Names of customers and products, not texts. */
const invented = /^server\/demo\/(words|content)/
const sqlStart = /^(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|SET|WITH|COPY|LOCK) /

/** Texts for people that stand in the code itself, each with its file; `…` marks what is filled in. */
export async function sourceTexts(): Promise<[text: string, file: string][]> {
  const found: [string, string][] = []
  for (const folder of folders) {
    for (const name of await readdir(join(projectRoot, folder), { recursive: true })) {
      if (!/\.tsx?$/.test(name) || /\.test\.tsx?$|\.d\.ts$/.test(name) || invented.test(`${folder}/${name}`)) continue
      const tree = parseFileSync(join(projectRoot, folder, name), { syntax: 'typescript', tsx: name.endsWith('.tsx') })
      for (const text of textsOf(tree)) found.push([text, `${folder}/${name}`])
    }
  }
  return found
}

function* textsOf(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  const text = literal(node as Record<string, unknown>)
    ?.replaceAll(/\s+/g, ' ')
    .trim()
  if (text && sentence.test(text) && hasWord.test(text) && !sqlStart.test(text)) yield text
  for (const child of Object.values(node)) yield* textsOf(child)
}

function literal(node: Record<string, unknown>): string | undefined {
  if ((node.type === 'StringLiteral' || node.type === 'JSXText') && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return undefined
  return (node.quasis as { cooked?: string }[]).map(({ cooked }) => cooked ?? '').join('…')
}
