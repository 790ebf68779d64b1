import type { FastifyRequest } from 'fastify'
import { stripEmpty } from '#src/definition'
import { AppError } from '../errors.ts'

export type Parameters = Record<string, string | undefined>

/** Repeated parameters (`country=Spain&country=France`) are read as a list. */
export function parametersOf(request: FastifyRequest): Parameters {
  return Object.fromEntries(
    Object.entries(request.query as Record<string, string | string[]>).map(([name, value]) =>
      Array.isArray(value) ? [name.includes('.') ? name : `${name}.in`, value.join(',')] : [name, value],
    ),
  )
}

/** Filters of a body: plain values mean equality, lists one of them, two-element ranges of dates a range. */
export function bodyParameters(body: unknown): Parameters {
  const { filters, ...rest } = stripEmpty((body ?? {}) as Record<string, unknown>)
  const given = { ...rest, ...(filters as Record<string, unknown> | undefined) }
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [parameterName(name, value), textOf(value)]))
}

function parameterName(name: string, value: unknown): string {
  if (!Array.isArray(value) || name.includes('.') || name === 'sort' || name === 'columns' || name === 'group')
    return name
  return /date/.test(name) && value.length === 2 ? `${name}.between` : `${name}.in`
}

const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map((item) => String(item).replaceAll(/[\\,]/g, (char) => `\\${char}`)).join(',')
    : String(value)

export function recordIdOf(text: string | undefined): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw new AppError('NOT_FOUND')
  return Number(text)
}

export function recordIn(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('BAD_REQUEST', { message: 'A record is needed.' })
  }
  return body as Record<string, unknown>
}
