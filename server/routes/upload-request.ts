import type { FastifyRequest } from 'fastify'
import { scopeOf } from '../engine/upload/service.ts'
import { readStoredFormat } from '../engine/upload/stored-formats.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'

/** The id in a path; NOT_FOUND for what is none. */
export function idOf(request: FastifyRequest): number {
  const { id } = request.params as { id: string }
  if (!/^\d{1,15}$/.test(id)) throw new AppError('NOT_FOUND')
  return Number(id)
}

/** The functionality that the query names. */
export function functionalityOf(request: FastifyRequest): string {
  const functionality = (request.query as Record<string, string | undefined>)['app-functionality']
  if (!functionality) throw new AppError('BAD_REQUEST', { message: 'Name the functionality (app-functionality).' })
  return functionality
}

/** The one file of a multipart request. */
export async function fileOf(request: FastifyRequest) {
  const part = await request.file()
  if (!part) throw new AppError('BAD_REQUEST', { message: 'A file is needed.' })
  return part
}

/** The format that a call names by its id. */
export async function formatOfCall(request: FastifyRequest, { db }: Services) {
  const formatId = (request.query as Record<string, string | undefined>)['format_id']
  if (formatId === undefined || formatId === '') return null
  if (!/^\d{1,15}$/.test(formatId)) throw new AppError('NOT_FOUND', { message: 'There is no such upload format.' })
  return db.tenant(scopeOf(request.caller), (tx) => readStoredFormat(tx, Number(formatId)), { readOnly: true })
}
