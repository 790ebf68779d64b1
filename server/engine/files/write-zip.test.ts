import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeZip } from './write-zip.ts'

test('what is packed is unpacked again by others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tierline-zip-'))
  try {
    const large = Buffer.from('payee,amount\n'.repeat(10_000))
    const zip = writeZip(
      [
        { name: 'payments.csv', content: large },
        { name: 'Zahlung-ä.xml', content: Buffer.from('<a/>') },
      ],
      new Date('2026-07-01T10:00:00Z'),
    )
    expect(zip.length).toBeLessThan(2_000)
    writeFileSync(join(folder, 'all.zip'), zip)
    const script = `import sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
z.extractall(sys.argv[2])
print('|'.join(z.namelist()))`
    const names = execFileSync('python3', ['-c', script, join(folder, 'all.zip'), folder], { encoding: 'utf8' })
    expect(names.trim()).toBe('payments.csv|Zahlung-ä.xml')
    expect(readFileSync(join(folder, 'payments.csv')).equals(large)).toBe(true)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
