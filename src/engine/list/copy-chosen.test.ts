import { afterEach, expect, test, vi } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { allInSight, copyPromised, copyTooLarge } from './copy-chosen.ts'

const fields = [normalizeField('name', f.text())]
const of = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

/** A clipboard that waits for what it is promised, as that of a browser does. */
function clipboard() {
  const written: Record<string, string>[] = []
  const write = vi.fn(async ([item]: readonly { readonly promised: Record<string, Promise<Blob>> }[]) => {
    const parts = Object.entries(item!.promised).map(async ([type, blob]) => [type, await (await blob).text()] as const)
    written.push(
      Object.fromEntries(
        await Promise.all(parts).catch(() => {
          throw new Error('A promise was broken.')
        }),
      ),
    )
  })
  vi.stubGlobal('navigator', { clipboard: { write } })
  vi.stubGlobal(
    'ClipboardItem',
    class {
      readonly promised: Record<string, Promise<Blob>>
      constructor(promised: Record<string, Promise<Blob>>) {
        this.promised = promised
      }
    },
  )
  return { write, written }
}

afterEach(() => vi.unstubAllGlobals())

test('copying takes what was chosen one by one, up to what an address holds', () => {
  expect(copyTooLarge(of(500), false)).toBeNull()
  expect(copyTooLarge(of(501), false)).toMatch(/at most 500 records.*Export them instead/)
  expect(copyTooLarge(of(10), true)).toMatch(/Export them instead/)
})

test('rows in sight are copied as they stand, if none is missing', () => {
  const rows = [{ id: 3 }, undefined, { id: 1 }, { id: 2 }]
  expect(allInSight([1, 3], rows)).toEqual([{ id: 3 }, { id: 1 }])
  expect(allInSight([1, 4], rows)).toBeNull()
})

test('the clipboard is taken at once and gets the rows when they are there', async () => {
  const { write, written } = clipboard()
  let come = (_rows: Awaited<Parameters<typeof copyPromised>[0]>) => undefined as void
  const read = new Promise<Parameters<typeof come>[0]>((resolve) => (come = resolve))
  const copying = copyPromised(read, fields, 'en-GB')
  expect(write).toHaveBeenCalledTimes(1)
  expect(written).toEqual([])
  come({ rows: [{ name: 'A' }, { name: 'B' }], labels: {} })
  expect(await copying).toBe(2)
  expect(written[0]!['text/plain']).toBe('Name\nA\nB')
  expect(written[0]!['text/html']).toContain('<th>Name</th>')
})

test('rows that do not come leave the clipboard as it is and say why', async () => {
  const { written } = clipboard()
  await expect(copyPromised(Promise.reject(new Error('Away.')), fields, 'en-GB')).rejects.toThrow('Away.')
  expect(written).toEqual([])
})
