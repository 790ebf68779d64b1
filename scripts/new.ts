import { join, relative } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { areas } from '#screens/navigation.ts'
import { loadScreens } from '#server/screens.ts'
import { blankColumns, draftDefinition, draftResult, UsageError } from './scaffold/create.ts'
import { labelsOf } from './scaffold/names.ts'
import type { SourceColumn } from './scaffold/proposal.ts'
import { readColumns } from './scaffold/read-file.ts'
import { readTable } from './scaffold/read-table.ts'
import { projectRoot } from './steps.ts'

const usage = `Usage: npm run new -- master|upload|result <name> [options]

  --label "Warehouse, Warehouses"   singular and plural
  --area masters                    where the menu has it
  --from file.csv|file.xlsx         proposes fields, types and key from a file   (--sheet for one of several)
  --table public.warehouse          proposes them from a table of --database or DATABASE_URL
  --of sales-data                   a result: the screen whose records it adds up
  --into folder                     where it is written; screen-definitions/<area> unless given
  --json                            writes <name>.screen.json instead of <name>.screen.ts
  --yes                             asks nothing

Example: npm run new -- master reseller --from resellers.csv`

const defaultAreas = { master: 'masters', upload: 'transactions', result: 'results' } as const

async function create(): Promise<void> {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      label: { type: 'string' },
      area: { type: 'string' },
      from: { type: 'string' },
      sheet: { type: 'string' },
      table: { type: 'string' },
      database: { type: 'string', default: process.env.DATABASE_URL },
      of: { type: 'string' },
      into: { type: 'string' },
      json: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  })
  if (options.help) return console.log(usage)
  const terminal =
    process.stdin.isTTY && !options.yes ? createInterface({ input: process.stdin, output: process.stdout }) : null

  /** What was given, else what a person answers, else the proposal. */
  const ask = async (question: string, given: string | undefined, proposal: string | null): Promise<string> => {
    if (given !== undefined) return given
    const hint = proposal === null ? '' : ` [${proposal}]`
    const answer = ((await terminal?.question(`${question}${hint}: `)) ?? '').trim() || proposal
    if (answer === null) throw new UsageError(`${question} is missing.`)
    return answer
  }

  const columns = (): Promise<readonly SourceColumn[]> => {
    if (options.from !== undefined) return readColumns(options.from, options.sheet ?? null)
    if (options.table === undefined) return Promise.resolve(blankColumns)
    if (!options.database)
      throw new UsageError('--table needs --database or DATABASE_URL: the address of the database.')
    return readTable(options.database, options.table)
  }

  try {
    const kind = await ask('master, upload or result', positionals[0], null)
    if (kind !== 'master' && kind !== 'upload' && kind !== 'result') throw new UsageError(`There is no kind ${kind}.`)
    const name = await ask('Name, such as price-list', positionals[1], null)
    const proposed = labelsOf(name)
    const [singular = '', plural = labelsOf(singular)[1]] = (
      await ask('Label in singular and plural', options.label, proposed.join(', '))
    ).split(/\s*,\s*/)
    const area = await ask('Area', options.area, defaultAreas[kind])
    const place = areas.find((known) => known.name === area)
    if (!place) throw new UsageError(`There is no area ${area}: ${areas.map((known) => known.name).join(', ')}.`)
    const screens = await loadScreens()
    const heading = { name, label: [singular, plural] as const, area }
    const target = { folder: options.into ?? join(projectRoot, 'screen-definitions', area), json: options.json }
    const draft =
      kind === 'result'
        ? draftResult(heading, await ask('The screen whose records it adds up', options.of, null), screens, target)
        : draftDefinition({ ...heading, kind }, await columns(), screens, target)
    for (const line of draft.explanation) console.log(`  ${line}`)
    const file = relative(projectRoot, draft.path)
    if (!/^y/i.test(await ask(`Write ${file}`, undefined, 'yes'))) return
    for (const finding of await draft.write()) console.log(`  ${finding}`)
    console.log(`Wrote ${file}. npm run dev shows it at /${name}; the menu has it under ${place.label}.`)
    console.log(
      'docs/guides/first-master.md adds conditions, references and rows to it, docs/guides/columns-for-one-role.md hides a column; docs/definition-language.md has everything.',
    )
  } finally {
    terminal?.close()
  }
}

try {
  await create()
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  const isUsage = error instanceof UsageError || (error instanceof TypeError && 'code' in error)
  console.error(isUsage ? `${message}\n\n${usage}` : `It could not be made: ${message}`)
  process.exitCode = isUsage ? 2 : 1
}
