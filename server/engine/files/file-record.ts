import type { Caller } from '../../authorize.ts'
import type { Tx } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'

/** A file as fields hold it, in the order in which PostgreSQL keeps the keys of an object. */
export interface FileValue {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly type: string
}

export interface StoredFile extends FileValue {
  readonly sha256: string
  readonly created_by: number | null
}

export const fileValue = ({ id, name, size, type }: FileValue): FileValue => ({ id, name, size, type })

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const isFileId = (value: unknown): value is string => typeof value === 'string' && uuid.test(value)

/** Announces a file of which no byte has arrived yet; answers its id. */
export async function announceFile(
  tx: Tx,
  caller: Caller,
  file: { readonly screen: string; readonly field: string; readonly name: string },
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(sql`
    insert into stored_file (organization_id, created_by, screen, field, name)
    values (${caller.organizationId}, ${caller.userId}, ${file.screen}, ${file.field}, ${file.name}) returning id`)
  return row!.id
}

/** Writes down what a file turned out to be, once every byte is kept. */
export async function completeFile(
  tx: Tx,
  caller: Caller,
  { id, name, size, type, sha256 }: FileValue & { readonly sha256: string },
): Promise<void> {
  await tx.query(sql`
    update stored_file set ready = true, name = ${name}, size = ${size}, type = ${type}, sha256 = ${sha256}
     where organization_id = ${caller.organizationId} and id = ${id}`)
}

export async function forgetFile(tx: Tx, caller: Caller, id: string): Promise<void> {
  await tx.query(sql`delete from stored_file where organization_id = ${caller.organizationId} and id = ${id}`)
}

/** How many files the caller has sent that no record holds. */
export async function unsavedFiles(tx: Tx, caller: Caller): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*) as count from stored_file s
     where s.organization_id = ${caller.organizationId} and s.created_by = ${caller.userId}
       and not exists (select from file_use u where u.organization_id = s.organization_id and u.file_id = s.id)`)
  return row?.count ?? 0
}

/** The file of an id, complete ones only; undefined otherwise. */
export async function readFile(tx: Tx, caller: Caller, id: string): Promise<StoredFile | undefined> {
  const [row] = await tx.query<StoredFile>(sql`
    select id, name, size, type, sha256, created_by from stored_file
     where organization_id = ${caller.organizationId} and id = ${id} and ready`)
  return row
}

export interface FileUse {
  readonly screen: string
  readonly record_id: number
  readonly field: string
}

/** The records and fields that hold a file or have held it. */
export async function usesOf(tx: Tx, caller: Caller, id: string): Promise<FileUse[]> {
  return tx.query<FileUse>(sql`
    select screen, record_id, field from file_use where organization_id = ${caller.organizationId} and file_id = ${id}
     order by record_id limit 1000`)
}
