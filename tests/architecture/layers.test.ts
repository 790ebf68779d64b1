import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot, readLayers } from '../support/layers.ts'

describe('who may know whom', () => {
  it('holds everywhere, and everything was read', async () => {
    const layers = await readLayers()
    const sources = await Promise.all(
      ['src', 'server', 'screen-definitions'].map((folder) => readdir(join(projectRoot, folder), { recursive: true })),
    )
    const files = sources.flat().filter((name) => /\.tsx?$/.test(name))
    expect(files.length).toBeGreaterThan(50)
    expect(layers.modules).toBeGreaterThanOrEqual(files.length)
    expect(layers.dependencies).toBeGreaterThan(layers.modules)
    expect(layers.violations).toEqual([])
  })

  it('is really checked: each forbidden import of the fixture is caught', async () => {
    const { violations, modules } = await readLayers(join(import.meta.dirname, 'fixture'))
    const caught = (rule: string, from: string) => violations.some((line) => line.startsWith(`${rule}: ${from} →`))
    expect(modules).toBe(11)
    expect(caught('definition-alone', 'src/definition/a.ts')).toBe(true)
    expect(caught('engine-list-alone', 'src/engine/list/list.tsx')).toBe(true)
    expect(caught('browser-not-server', 'src/ui/button.tsx')).toBe(true)
    expect(caught('ui-alone', 'src/ui/button.tsx')).toBe(true)
    expect(caught('no-cycles', 'src/widgets/one.ts')).toBe(true)
    expect(caught('domain-packages', 'server/domain/amount.ts')).toBe(true)
    expect(caught('server-not-browser', 'server/store/rows.ts')).toBe(true)
    expect(caught('below-routes', 'server/store/rows.ts')).toBe(true)
    expect(caught('screens-without-packages', 'screen-definitions/x.ts')).toBe(true)
  })
})
