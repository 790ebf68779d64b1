import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One account of the demo, as it is printed at the start. */
export interface DemoSignIn {
  readonly email: string
  readonly password: string
  /** What this person does, in a few words. */
  readonly role: string
}

const pathIn = (dataDir: string) => join(dataDir, 'demo-sign-ins.json')

export async function readSignIns(dataDir: string): Promise<readonly DemoSignIn[]> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => '[]')
  return JSON.parse(text) as DemoSignIn[]
}

/** Readable for the owner of the data alone. */
export async function keepSignIns(dataDir: string, signIns: readonly DemoSignIn[]): Promise<void> {
  const unfinished = `${pathIn(dataDir)}.${process.pid}`
  await writeFile(unfinished, `${JSON.stringify(signIns, null, 2)}\n`, { mode: 0o600 })
  await rename(unfinished, pathIn(dataDir))
}
