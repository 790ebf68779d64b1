import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('an error is written without the connection that it came from, and no token ever', () => {
  const script = `
    import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
    const log = createLog('warn')
    log.warn({ err: Object.assign(new Error('gone'), { code: '57P01', client: { secret: 'kept' } }) }, 'a connection broke')
    log.warn({ req: { headers: { authorization: 'Bearer kept' } } }, 'a request')`
  const { stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  expect(stderr).toContain('57P01')
  expect(stderr).toContain('a request')
  expect(stderr).not.toContain('kept')
})
