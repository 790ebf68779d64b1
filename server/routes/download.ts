import type { FastifyReply } from 'fastify'
import type { ExportFormat, FileForm, PaperFormat } from '../engine/export.ts'
import { AppError } from '../errors.ts'

const mediaTypes: Record<ExportFormat | PaperFormat, string> = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** What kind of file is asked for, and with which decimal mark; what `usual` says where nothing is asked. */
export function formOf(
  { format, decimal }: Readonly<Record<string, string | undefined>>,
  usual: ExportFormat = 'xlsx',
): FileForm {
  const kind = format ?? usual
  if (kind !== 'csv' && kind !== 'xlsx') throw new AppError('BAD_REQUEST', { message: 'Export as csv or xlsx.' })
  const mark = decimal ?? '.'
  if (mark !== '.' && mark !== ',')
    throw new AppError('BAD_REQUEST', { message: 'The decimal mark of a CSV file is . or , (decimal=.).' })
  return { format: kind, decimal: mark }
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
