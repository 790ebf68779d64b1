import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { fileChanges, type FileChanges } from '../contracts/file-changes.ts'
import type { FileIssue, RuleRows } from '../contracts/rule-rows.ts'
import { readRulesEdi, rulesAsEdi } from '../contracts/rules-edi.ts'
import { differencesWorkbook, readRulesWorkbook, rulesWorkbook } from '../contracts/rules-workbook.ts'
import { demandUse } from '../engine/screen-access.ts'
import { said } from '../engine/messages/said.ts'
import { AppError } from '../errors.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { changeContract } from './change-contract.ts'
import { contractIdOf } from './contract-named.ts'
import { sendFile } from './download.ts'
import { screenOpener } from './opened-screen.ts'
import { parametersOf } from './record-request.ts'
import { fileOf } from './upload-request.ts'

const uploadQuery = z.object({
  dry_run: z.stringbool().default(false),
  reason: z.string().min(1).max(200).default('Taken over from a file'),
  calculation_method: z.string().max(30).optional(),
  application_type: z.string().max(60).optional(),
  data_source_type: z.string().max(60).optional(),
})

const settlement = z.object({
  contract_ids: z.array(recordNumber).default([]),
  contract_numbers: z.array(z.string().max(30)).default([]),
  accrual_frequency: z.enum(['month', 'quarter', 'year', 'on_demand']).optional(),
  payment_frequency: z.enum(['month', 'quarter', 'year', 'on_demand']).optional(),
  payment_calc_days: z.number().int().min(0).max(365).optional(),
  payment_terms: z.string().max(20).optional(),
  payment_method: z.enum(['credit_memo', 'transfer', 'check', 'deduction']).optional(),
  reason: z.string().min(1).max(200).default('Settled otherwise'),
})

const most = 2000

interface Read {
  readonly rows: RuleRows
  readonly issues: FileIssue[]
}

/** Rules of contracts as files: out, looked at, and in again; what is approved is changed by change requests. */
export function contractFileRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const open = screenOpener(services)

  /** The contracts that the parameters of a list find. */
  const chosen = async (request: FastifyRequest) => {
    const { screen, api } = await open(request, 'contract')
    demandUse(request.caller, screen, 'export')
    const { records, total_record: total } = await api.list({
      ...parametersOf(request),
      limit: String(most),
      page: '1',
    })
    if ((total ?? 0) > most)
      throw new AppError('TOO_LARGE', { message: `At most ${most} contracts go into one file. Narrow the filter.` })
    return { screen, records }
  }

  /** What the file of a request says, held against the contracts. */
  const looked = async (request: FastifyRequest, read: (path: string) => Promise<Read>): Promise<FileChanges> => {
    const { screen, screens } = await open(request, 'contract')
    demandUse(request.caller, screen, 'update')
    const { file } = await fileOf(request)
    const folder = await mkdtemp(join(tmpdir(), 'tierline-rules-'))
    try {
      const path = join(folder, 'file')
      await pipeline(file, createWriteStream(path))
      const { rows, issues } = await read(path)
      const { organizationId } = request.caller
      return await db.tenant(request.caller, (tx) => fileChanges(tx, organizationId, screens, rows, issues), {
        readOnly: true,
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  const workbook = (request: FastifyRequest, only: readonly string[]) => async (path: string) =>
    readRulesWorkbook(path, (await open(request, 'contract')).screen, only)
  const edi = (request: FastifyRequest) => async (path: string) =>
    readRulesEdi(await readFile(path, 'utf8'), (await open(request, 'contract')).screen)

  const take = async (request: FastifyRequest, read: (path: string) => Promise<Read>) => {
    const { dry_run: isDry, reason } = parseInput(uploadQuery, request.query)
    const { changes, differences, issues } = await looked(request, read)
    const told = { differences, contracts: changes.map(({ contract_number }) => contract_number) }
    if (issues.length > 0) {
      const messageLog = issues.map(({ place, message }) => `${place}: ${message}`)
      const error_list = Object.fromEntries(issues.map(({ place, message }) => [place, message]))
      return { response: { ...told, error_list, messageLog } }
    }
    if (isDry)
      return {
        response: { ...told, success_msg: words(differences.length, changes.length, 'would change'), messageLog: [] },
      }
    const log: string[] = []
    for (const { id, contract_number, values } of changes) {
      const { by, record } = await changeContract(open, request, id, { ...values, reason })
      log.push(
        by === 'contract'
          ? `${contract_number} was changed`
          : `${contract_number} is changed by ${String(record['request_number'])}`,
      )
    }
    return {
      response: { ...told, success_msg: words(differences.length, changes.length, 'changed'), messageLog: log },
      message: await said(services, request.caller, 'contract', 'uploaded'),
    }
  }

  app.get('/api/contract-rules/download', async (request, reply) => {
    const { screen, records } = await chosen(request)
    return sendBytes(reply, 'ContractRules.xlsx', await rulesWorkbook(screen, records))
  })
  app.post('/api/contract-rules/differences', async (request, reply) => {
    const { differences, issues } = await looked(request, workbook(request, []))
    return sendBytes(reply, 'differences.xlsx', await differencesWorkbook(differences, issues))
  })
  app.post('/api/calculation-rules/upload', (request) => take(request, workbook(request, ['rules', 'tiers', 'payees'])))
  app.post('/api/eligibility-rules/upload', (request) => take(request, workbook(request, ['eligibility'])))
  app.post('/api/contract-upload/v2', (request) => take(request, workbook(request, [])))

  app.get('/api/contract-edi/download', async (request, reply) => {
    const { screen, records } = await chosen(request)
    const now = new Date().toISOString()
    const envelope = {
      sender: 'TIERLINE',
      receiver: 'PARTNER',
      control: 1,
      date: now.slice(0, 10),
      time: now.slice(11, 16),
    }
    return reply
      .type('application/edi-x12')
      .header('content-disposition', 'attachment; filename="contracts.edi"')
      .send(rulesAsEdi(screen, records, envelope))
  })
  app.post('/api/contract-edi/upload', (request) => take(request, edi(request)))

  app.post('/api/contractheader-accrualspayments-update', async (request) => {
    const { contract_ids: ids, contract_numbers: numbers, ...changes } = parseInput(settlement, request.body)
    if (Object.keys(changes).length === 1)
      throw new AppError('BAD_REQUEST', { message: 'Say what becomes of accruals or payments.' })
    const named = await Promise.all(
      numbers.map((contract_number) => contractIdOf(db, request.caller, { contract_number })),
    )
    const records = []
    for (const id of new Set([...ids, ...named])) {
      const { by, record } = await changeContract(open, request, id, changes)
      records.push({
        id,
        by,
        contract_number: record['contract_number'],
        request_number: record['request_number'] ?? null,
      })
    }
    const message = await said(services, request.caller, 'contract', 'updated')
    return { response: { records, total_record: records.length }, message }
  })
}

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

const words = (values: number, contracts: number, verb: string): string =>
  contracts === 0
    ? 'Everything is as it was.'
    : `${counted(values, 'value')} of ${counted(contracts, 'contract')} ${verb}.`

const sendBytes = (reply: FastifyReply, name: string, bytes: Uint8Array) =>
  sendFile(reply, 'xlsx', name, Readable.from([Buffer.from(bytes)]))
