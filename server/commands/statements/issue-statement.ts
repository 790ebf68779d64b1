import { booksDay } from '../../caller-day.ts'
import { changeRecord } from '../../claims/change-record.ts'
import { buildStatement } from '../../claims/statement.ts'
import { readStatementLines, readStatementPaper } from '../../claims/statement-paper.ts'
import { statementOf } from '../../claims/statement-of.ts'
import { eachRecord } from '../../engine/each-record.ts'
import type { FileStore } from '../../engine/files/file-store.ts'
import { writeFile } from '../../engine/files/write-file.ts'
import { statementSheet } from '../../claims/statement-sheet.ts'
import { ownLocale } from '../../session/own-locale.ts'
import type { Command } from '../command.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Issues statements: worked out once more, then kept as PDF and Excel file. */
export const issueStatement =
  (files: FileStore): Command =>
  async (context) => {
    const { tx, caller, screens } = context
    // Drawing takes megabytes of code and fonts that most servers never need.
    const { statementPdf } = await import('../../engine/pdf/statement-pdf.ts')
    const issuer = (await ownLocale(tx, caller)) ?? caller.languages?.[0]
    return eachRecord(context, context.targets, async ({ record }) => {
      const of = statementOf(record, caller)
      const figures = await buildStatement(tx, of)
      const paper = await readStatementPaper(tx, of, { ...record, ...figures }, { issuer, issuedOn: booksDay(caller) })
      const name = `${of.statement}-${of.partner}`
      const pdf = { name: `${name}.pdf`, type: 'application/pdf', content: await statementPdf(paper) }
      const whole = { ...paper, lines: await readStatementLines(tx, of.organizationId, of.statement) }
      const sheet = { name: `${name}.xlsx`, type: xlsx, content: await statementSheet(tx, of, whole, screens) }
      await changeRecord(context, record, {
        ...figures,
        status: 'issued',
        issued_by: caller.email,
        issued_at: new Date().toISOString(),
        document: await writeFile(files, context, 'document', pdf),
        sheet: await writeFile(files, context, 'sheet', sheet),
      })
      return 'done'
    })
  }
