import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const projectRoot = join(import.meta.dirname, '..', '..')

export interface Layers {
  /** Modules of ours that were read; far above zero, or the parser was not there and everything would pass. */
  readonly modules: number
  readonly dependencies: number
  readonly violations: readonly string[]
}

/** Every import below `root`, held against the rules of .dependency-cruiser.cjs. */
export async function readLayers(root = projectRoot): Promise<Layers> {
  const script = join(projectRoot, 'scripts', 'layers.mjs')
  const { stdout } = await promisify(execFile)(process.execPath, [script, root], { maxBuffer: 32_000_000 })
  return JSON.parse(stdout) as Layers
}
