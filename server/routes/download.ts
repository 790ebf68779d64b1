import type { FastifyReply } from 'fastify'
import type { ExportFormat, PaperFormat } from '../engine/export.ts'
import { AppError } from '../errors.ts'

const mediaTypes: Record<ExportFormat | PaperFormat, string> = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export function formatOf(parameters: Readonly<Record<string, string | undefined>>): ExportFormat {
  const format = parameters['format'] ?? 'xlsx'
  if (format !== 'csv' && format !== 'xlsx') throw new AppError('BAD_REQUEST', { message: 'Export as csv or xlsx.' })
  return format
}

/** Sends a stream as a download under a name that survives any character. */
export const sendFile = (
  reply: FastifyReply,
  format: ExportFormat | PaperFormat,
  name: string,
  stream: NodeJS.ReadableStream,
) =>
  reply
    .type(mediaTypes[format])
    .header(
      'content-disposition',
      `attachment; filename="${name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .send(stream)
