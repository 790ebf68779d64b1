import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../support/layers.ts'

interface Source {
  path: string
  text: string
  lines: number
}

async function sourcesIn(...folders: string[]): Promise<Source[]> {
  const found = folders.map(async (folder) => {
    const names = await readdir(join(projectRoot, folder), { recursive: true }).catch(() => [] as string[])
    return names.filter((name) => /\.(ts|tsx|css)$/.test(name)).map((name) => `${folder}/${name}`)
  })
  const paths = (await Promise.all(found)).flat().filter((path) => !path.includes('/fixture/'))
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(projectRoot, path), 'utf8')
      return { path, text, lines: text.split('\n').length - 1 }
    }),
  )
}

const isTest = ({ path }: Source): boolean => /\.test\.tsx?$/.test(path)
const quantile = (sorted: readonly number[], q: number): number => sorted[Math.floor(q * (sorted.length - 1))] ?? 0

describe('files', () => {
  let everything: Source[]
  let product: Source[]

  beforeAll(async () => {
    everything = await sourcesIn('src', 'server', 'screen-definitions', 'tests', 'scripts', 'bench')
    product = everything.filter(
      (file) => /^(src|server)\//.test(file.path) && /\.tsx?$/.test(file.path) && !isTest(file),
    )
  })

  it('are found at all', () => {
    expect(product.length).toBeGreaterThan(50)
  })

  it('are at most 400 lines', () => {
    expect(everything.filter(({ lines }) => lines > 400).map(({ path, lines }) => `${path} ${lines}`)).toEqual([])
  })

  it('are short: median 70, 95 of 100 within 250', () => {
    const lengths = product.map(({ lines }) => lines).sort((a, b) => a - b)
    expect(quantile(lengths, 0.5)).toBeLessThanOrEqual(70)
    expect(quantile(lengths, 0.95)).toBeLessThanOrEqual(250)
  })

  it('are named for what they hold', () => {
    const vague = everything.filter(({ path }) => /(^|\/)(utils?|helpers?|misc|common)(\.|\/)/.test(path))
    expect(vague.map(({ path }) => path)).toEqual([])
  })

  it('re-export nothing wholesale but the language', () => {
    const barrels = product.filter(
      ({ path, text }) => path !== 'src/definition/index.ts' && /^export \* from/m.test(text),
    )
    expect(barrels.map(({ path }) => path)).toEqual([])
  })

  it('silence no check and leave nothing undone', () => {
    const marks = [
      ['oxlint', '-disable'],
      ['eslint', '-disable'],
      ['@ts', '-ignore'],
      ['@ts', '-nocheck'],
      ['@ts', '-expect-error'],
      [' as ', 'any\\b'],
      ['\\bTO', 'DO\\b'],
      ['\\bFIX', 'ME\\b'],
    ].map((parts) => parts.join(''))
    const pattern = new RegExp(marks.join('|'))
    expect(everything.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([])
  })
})
