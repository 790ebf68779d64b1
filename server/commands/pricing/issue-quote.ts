import { buffer } from 'node:stream/consumers'
import { fieldNamed, type Field } from '#src/definition'
import { changeRecord } from '../../claims/change-record.ts'
import { eachRecord } from '../../engine/each-record.ts'
import type { FileStore } from '../../engine/files/file-store.ts'
import { writeFile } from '../../engine/files/write-file.ts'
import type { Row } from '../../engine/page.ts'
import { words } from '../../engine/pdf/pdf-words.ts'
import { ownLocale } from '../../session/own-locale.ts'
import { sql } from '../../store/sql.ts'
import type { Command, CommandContext } from '../command.ts'

/** What a customer reads of a line; nothing of rebates, costs or margins. */
const shown = ['line', 'material_number', 'description', 'quantity', 'uom', 'list_price', 'invoice_price', 'value']
const told = [
  'prospect',
  'contact_person',
  'price_date',
  'valid_to',
  'payment_terms',
  'delivery_terms',
  'currency',
  'terms_text',
] as const

/** Keeps a quote as the customer gets it, as a PDF with its record. */
export const issueQuote =
  (files: FileStore): Command =>
  async (context) => {
    const { tx, caller, screen } = context
    const locale = (await ownLocale(tx, caller)) ?? caller.languages?.[0] ?? 'en'
    return eachRecord(context, context.targets, async ({ record }) => {
      if (Number(record['problem_count']) > 0) return { skipped: 'It has lines without a price' }
      const names = await namesOf(context, record)
      const fields = shown.map((name): Field => {
        const line = fieldNamed(screen.fields, 'lines').fields!
        const field = fieldNamed(line, name === 'description' ? 'problem' : name)
        return name === 'description' ? { ...field, name, label: 'Description', width: 240 } : field
      })
      const rows = (record['lines'] as readonly Row[]).map((line) => ({
        ...line,
        description: names.materials.get(String(line['material_number'])) ?? '',
      }))
      const criteria = told.flatMap((name) => {
        const field = fieldNamed(screen.fields, name)
        const value = words(record[name], field, locale)
        return value === '' ? [] : [{ label: field.label, value }]
      })
      // Drawing takes megabytes of code and fonts that most servers never need.
      const { reportPdf } = await import('../../engine/pdf/report-pdf.ts')
      const pdf = reportPdf({
        title: `Quote ${String(record['quote_number'])}: ${String(record['description'])}`,
        organization: names.organization,
        about: [`Version ${String(record['quote_version'])}`],
        criteria: [...(names.customer ? [{ label: 'For', value: names.customer }] : []), ...criteria],
        fields,
        totals: { value: record['net_value'] },
        kinds: { value: 'sum' },
        chart: null,
        rows,
        by: [],
        groups: [],
        total: rows.length,
        locale,
      })
      const name = `${String(record['quote_number'])}-${String(record['quote_version'])}.pdf`
      const content = await buffer(pdf)
      const file = await writeFile(files, context, 'document', { name, type: 'application/pdf', content })
      await changeRecord(context, record, { document: file })
      return 'done'
    })
  }

async function namesOf({ tx, caller }: CommandContext, record: Row) {
  const numbers = (record['lines'] as readonly Row[]).map((line) => String(line['material_number']))
  const { organizationId } = caller
  const materials = await tx.query<{ number: string; name: string }>(sql`
    select material_number as number, material_description as name from material
     where organization_id = ${organizationId} and material_number = any(${numbers}::text[])`)
  const [sides] = await tx.query<{ organization: string; customer: string | null }>(sql`
    select o.name as organization, c.customer_number || ' ' || c.customer_name as customer from organization o
      left join customer c on c.organization_id = ${organizationId} and c.customer_number = ${record['customer_number']}::text
     where o.id = ${organizationId}`)
  return {
    materials: new Map(materials.map(({ number, name }) => [number, name])),
    organization: sides?.organization ?? '',
    customer: sides?.customer ?? null,
  }
}
