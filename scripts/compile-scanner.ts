import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import wabt from 'wabt'
import { projectRoot } from './steps.ts'

const folder = join(projectRoot, 'server', 'engine', 'upload')

/** Where the compiled inner loop of the CSV scanner lies. */
export const scannerBinary = join(folder, 'plain-records.wasm')

/** That loop compiled from its text; throws where the text is wrong, with line and column. */
export async function compiledScanner(): Promise<Uint8Array> {
  const source = join(folder, 'plain-records.wat')
  const module = (await wabt()).parseWat('plain-records.wat', await readFile(source), { simd: true })
  try {
    module.resolveNames()
    module.validate()
    return module.toBinary({}).buffer
  } finally {
    module.destroy()
  }
}
