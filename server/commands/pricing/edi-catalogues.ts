import { text } from 'node:stream/consumers'
import { changeRecord } from '../../claims/change-record.ts'
import { screenOf } from '../../contracts/versions.ts'
import type { CatalogueRow } from '../../domain/edi/price-catalogue.ts'
import { eachRecord } from '../../engine/each-record.ts'
import type { FileValue } from '../../engine/files/file-record.ts'
import type { FileStore } from '../../engine/files/file-store.ts'
import { writeFile } from '../../engine/files/write-file.ts'
import { demandUse } from '../../engine/screen-access.ts'
import { createRecord, updateRecord } from '../../engine/write.ts'
import type { WriteContext } from '../../engine/write-check.ts'
import { AppError } from '../../errors.ts'
import { createHooks, hooksOf } from '../../hooks/registry.ts'
import { catalogueIn, catalogueOf, heldByKey, listForEdi } from '../../pricing/edi-catalogue.ts'
import type { SessionServices } from '../../session/services.ts'
import type { Command } from '../command.ts'

/** More go by an upload of the list. */
const most = { prices: 5_000, bytes: 7_000_000 } as const

/** Writes the prices of a list that hold on a day as an 832 and keeps the file with its mapping. */
export const writeEdiCatalogue =
  (files: FileStore): Command =>
  (context) =>
    eachRecord(context, context.targets, async ({ record }) => {
      const { tx, caller, parameters } = context
      for (const name of ['price-list-data', 'price-list-master', 'material'])
        demandUse(caller, screenOf(context, name), 'read')
      const [list, day] = [String(parameters['price_list']), String(parameters['on'])]
      const { text: content, prices, leftOut } = await catalogueOf(tx, caller.organizationId, record, list, day)
      const file = await writeFile(files, context, 'catalogue', {
        name: `${list}-${day}.edi`,
        type: 'application/edi-x12',
        content: Buffer.from(content),
      })
      const without =
        leftOut.length === 0 ? '' : `, ${leftOut.length} left out (the first: ${leftOut[0]!.reason.toLowerCase()})`
      await changeRecord(context, record, {
        catalogue: file,
        catalogue_told: `${prices} prices of ${list} on ${day}${without}`.slice(0, 400),
      })
      return 'done'
    })

/** Makes prices of the 832 that lies with a mapping: new ones, and changes of those of the same key, that wait for approval; all of them or none. */
export const importEdiCatalogue =
  (session: SessionServices): Command =>
  (context) =>
    eachRecord(context, context.targets, async ({ record }) => {
      const { tx, caller, parameters } = context
      const screen = screenOf(context, 'price-list-data')
      for (const operation of ['create', 'update'] as const) demandUse(caller, screen, operation)
      const file = record['received'] as FileValue
      if (file.size > most.bytes) throw new AppError('TOO_LARGE', { message: 'The file is larger than 7 MB.' })
      const content = await text(await session.files.open({ organizationId: caller.organizationId, id: file.id }))
      const { list: header, prices, unknown } = catalogueIn(record, content)
      const name = String(parameters['price_list'] ?? header['price_list'] ?? '')
      const list = await listForEdi(tx, caller.organizationId, name)
      if (!list)
        throw new AppError('NOT_FOUND', {
          message: name === '' ? 'The file names no price list. Choose one.' : `There is no price list ${name}.`,
        })
      if (prices.length === 0) throw new AppError('WRONG_STATE', { message: 'There is no price in the file.' })
      if (prices.length > most.prices)
        throw new AppError('TOO_LARGE', { message: `At most ${most.prices} prices are imported at a time.` })
      const from = (parameters['valid_from'] ?? header['list_from'] ?? list['list_from']) as string
      const rows = prices.map((price) => rowOf(price, { list, header, from }))
      const target = { ...context, screen, hooks: hooksOf(createHooks(session), screen), asksBack: false }
      const told = { created: 0, changed: 0, unchanged: 0 }
      for (const [at, { held, unit, is_known }] of (await heldByKey(tx, caller.organizationId, rows)).entries()) {
        const row: CatalogueRow = { ...rows[at]!, uom: rows[at]!['uom'] ?? unit }
        if (!is_known)
          throw new AppError('NOT_FOUND', {
            message: `Price ${at + 1}: there is no material ${String(row['material_number'])}.`,
          })
        told[await keep(target, { row, held, at })] += 1
      }
      await changeRecord(context, record, {
        received_told:
          `${file.name} into ${name}: ${told.created} new, ${told.changed} changed, ${told.unchanged} as before${unknown.length > 0 ? `, ${unknown.length} segments unknown` : ''}`.slice(
            0,
            400,
          ),
      })
      return 'done'
    })

interface Terms {
  readonly list: CatalogueRow
  readonly header: CatalogueRow
  readonly from: string
}

const rowOf = (price: CatalogueRow, { list, header, from }: Terms): CatalogueRow => ({
  price_list: list['price_list']!,
  material_number: price['material_number'] ?? null,
  customer_number: price['customer_number'] ?? null,
  uom: price['uom'] ?? null,
  qty_from: price['qty_from'] ?? '0',
  per_quantity: price['per_quantity'] ?? '1',
  currency: price['currency'] ?? header['currency'] ?? list['currency']!,
  price: price['price'] ?? null,
  valid_from: price['valid_from'] ?? from,
  valid_to: price['valid_to'] ?? null,
})

interface Kept {
  readonly row: CatalogueRow
  readonly held: { readonly id: number; readonly price: string; readonly valid_to: string | null } | null
  readonly at: number
}

async function keep(context: WriteContext, { row, held, at }: Kept): Promise<'created' | 'changed' | 'unchanged'> {
  try {
    if (!held) {
      await createRecord(context, row)
      return 'created'
    }
    const { price, valid_to, per_quantity, currency } = row
    if (Number(price) === Number(held.price) && valid_to === held.valid_to) return 'unchanged'
    await updateRecord(context, held.id, { price, valid_to, per_quantity, currency })
    return 'changed'
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    const message = error.issues?.[0]?.message ?? error.message
    throw new AppError(error.code, {
      message: `Price ${at + 1} (${String(row['material_number'])}): ${message}`,
      cause: error,
    })
  }
}
