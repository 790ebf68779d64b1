import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Screen } from '#src/definition'
import type { FileStore } from '../engine/files/file-store.ts'
import { AppError } from '../errors.ts'
import type { FileIssue, RuleRows } from './rule-rows.ts'
import { readRulesEdi } from './rules-edi.ts'
import { readRulesWorkbook } from './rules-workbook.ts'

/** The terms that a file says contracts have, and what of it cannot be read. */
export interface RulesFile {
  readonly rows: RuleRows
  readonly issues: readonly FileIssue[]
}

/** Reads a file of rules that a record holds: a workbook, or an interchange. FILE_UNREADABLE where it is neither. */
export async function readRulesFile(
  files: FileStore,
  organizationId: number,
  stored: unknown,
  screen: Screen,
): Promise<RulesFile> {
  const { id, name } = (stored ?? {}) as { readonly id?: string; readonly name?: string }
  if (id === undefined) throw new AppError('FILE_UNREADABLE', { message: 'There is no file yet.' })
  const folder = await mkdtemp(join(tmpdir(), 'tierline-rules-'))
  try {
    const path = join(folder, 'file')
    await pipeline(await files.open({ organizationId, id }), createWriteStream(path))
    return /\.(edi|txt|x12)$/i.test(name ?? '')
      ? readRulesEdi(await readFile(path, 'utf8'), screen)
      : await readRulesWorkbook(path, screen, [])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
