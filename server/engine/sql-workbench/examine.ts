import { randomBytes } from 'node:crypto'
import { DatabaseError } from 'pg'
import type { Tx } from '../../store/database.ts'
import type { Reader } from '../../store/reader.ts'
import { checkerRole, type ReadableTable } from '../../store/reader-views.ts'
import { id, raw, sql } from '../../store/sql.ts'
import { sqlStatements } from '#src/definition/sql-parameters.ts'
import { allowedFunctions } from './allowed-functions.ts'
import { type Parameter, parameterTypes, positionOf, type Position, type Prepared, written } from './statement.ts'

/** Why a statement is not run, with the place in what the user wrote where there is one. */
export interface Problem {
  readonly message: string
  readonly hint?: string
  readonly position?: Position
}

/** A statement that is not run, or did not run to its end. */
export class StatementProblem extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

const typeOf = (declared: readonly Parameter[], name: string): string =>
  parameterTypes[declared.find((one) => one.name === name)?.type ?? 'text']

/** One statement in the extended protocol, which takes no second one behind it. */
export const alone = (text: string, values: readonly (string | null)[] = []) => ({
  text,
  values: [...values],
  queryMode: 'extended' as const,
})

/** What a statement was found to be, for those who run it. */
export interface Examined {
  /** How many of its aggregates sort what they are given, each with working memory of its own that no plan shows. */
  readonly sorts: number
}

/**
 * Lets PostgreSQL itself take the statement apart before anything of it is run: as the query of a view that is taken back.
 * What that names has to be a table the caller may read and a function that only reckons. Throws StatementProblem.
 */
export async function examine(
  reader: Reader,
  tables: readonly ReadableTable[],
  text: string,
  declared: readonly Parameter[],
): Promise<Examined> {
  const wrong = unfitShape(text)
  if (wrong) throw new StatementProblem(wrong)
  const prepared = written(text, 'select 1 as one from (', (name) => `(null::${typeOf(declared, name)})`, ' q')
  const view = `v_${randomBytes(8).toString('hex')}`
  return reader.examine(tables, async (tx, schema) => {
    await tx.query(
      sql`select set_config('statement_timeout', '5000', true), set_config('lock_timeout', '3000', true), set_config('search_path', ${schema}, true)`,
    )
    await tx.query(sql`set local role ${id(checkerRole)}`)
    const head = `create view ${id('checking', view).sql} as `
    await tx.client.query(alone(head + prepared.text)).catch((error: unknown) => {
      throw problemOf(error, text, prepared, head.length)
    })
    await tx.query(raw('reset role'))
    const tree = await treeOf(tx, view)
    const refused = await refusals(tx, tree, view, schema)
    if (refused.length > 0) throw new StatementProblem(placed(text, refused[0]!))
    return { sorts: sortsIn(tree) }
  })
}

/** What is no single statement that reads is told in words of ours: PostgreSQL would speak of the brackets it stands in. */
function unfitShape(text: string): Problem | null {
  const [first, second] = sqlStatements(text)
  if (!first) return { message: 'Write a statement.' }
  if (second)
    return {
      message: 'One statement is run at a time.',
      hint: 'Place the cursor in the one that is meant, or select it.',
      position: positionOf(text, second.from),
    }
  const [word] = /^[a-z]+/i.exec(text.slice(first.from)) ?? []
  if (word === undefined || reading.has(word.toLowerCase())) return null
  return {
    message: `Statements of the workbench only read: they begin with SELECT, WITH, VALUES or TABLE, not with ${word.toUpperCase()}.`,
    position: positionOf(text, first.from),
  }
}

const reading: ReadonlySet<string> = new Set(['select', 'with', 'values', 'table'])

async function treeOf(tx: Tx, view: string): Promise<string> {
  const [rule] = await tx.query<{ tree: string }>(
    sql`select ev_action::text as tree from pg_rewrite where ev_class = ${`checking.${view}`}::regclass`,
  )
  return rule!.tree
}

const sortsIn = (tree: string): number => [...tree.matchAll(/:(?:aggdistinct \(|aggorder \(|aggkind [oh])/g)].length

interface Refusal {
  readonly kind: 'table' | 'function' | 'type'
  readonly name: string
}

/** What the tree of a view names that statements of users may not. */
async function refusals(tx: Tx, tree: string, view: string, schema: string): Promise<Refusal[]> {
  const numbers = (keys: string): number[] => [
    ...new Set([...tree.matchAll(new RegExp(String.raw`:(?:${keys}) (\d+)`, 'g'))].map(([, number]) => Number(number))),
  ]
  // Whatever has a type in the tree, functions of tables with a list of columns among it.
  const types = [
    ...new Set(
      [...tree.matchAll(/:\w*typ(?!mod)\w* (?:(\d+)|\(o((?: \d+)+)\))/g)].flatMap(([, one, several]) =>
        (one ?? several!).trim().split(' ').map(Number),
      ),
    ),
  ]
  return tx.query<Refusal>(sql`
    select 'table' as kind, relname::text as name from pg_class
     where oid = any(${numbers('relid')}::oid[]) and relnamespace is distinct from to_regnamespace(${schema}) and oid <> ${`checking.${view}`}::regclass
    union all
    select 'function', proname::text from pg_proc
     where oid = any(${numbers('funcid|aggfnoid|winfnoid|tsmhandler')}::oid[])
       and not (pronamespace = 'pg_catalog'::regnamespace and proname = any(${[...allowedFunctions]}::text[]))
    union all
    select 'function', proname::text from pg_proc
     where oid = any(${numbers('opfuncid')}::oid[]) and not (pronamespace = 'pg_catalog'::regnamespace and provolatile <> 'v')
    union all
    select 'type', typname::text from pg_type
     where oid = any(${types}::oid[]) and typnamespace = 'pg_catalog'::regnamespace and typname ~ '^_?(reg|pg_|aclitem)'`)
}

function placed(text: string, { kind, name }: Refusal): Problem {
  const place = text.toLowerCase().search(new RegExp(String.raw`\b${name.replaceAll(/\W/g, String.raw`\$&`)}\b`))
  const position = place < 0 ? {} : { position: positionOf(text, place) }
  if (kind === 'table') return { message: `There is no table ${name} that you may read.`, ...position }
  if (kind === 'type')
    return { message: `Values of type ${name} are not for statements of the workbench.`, ...position }
  return {
    message: `The function ${name} is not for statements of the workbench.`,
    hint: 'They may call what reckons with values: sums, texts, days, JSON and the like.',
    ...position,
  }
}

/** What PostgreSQL says against a statement, at its place in what the user wrote; the error itself where it is about something else. */
export function problemOf(error: unknown, text: string, prepared: Prepared, before = 0): unknown {
  if (!(error instanceof DatabaseError)) return error
  const said = spoken[error.code ?? '']
  const place = error.position === undefined ? undefined : prepared.placeOf(Number(error.position) - 1 - before)
  return new StatementProblem({
    message: said ?? sentence(error.message),
    ...(error.hint && !said ? { hint: sentence(error.hint) } : {}),
    ...(place === undefined ? {} : { position: positionOf(text, place) }),
  })
}

const spoken: Readonly<Record<string, string>> = {
  '57014': 'The statement took longer than 30 seconds and was stopped. Narrow it down.',
  '53400': 'The statement needs more than 1 GB of temporary files and was stopped. Narrow it down.',
  '25006': 'Statements of the workbench only read.',
  '55P03': 'A table is being changed at this moment. Run the statement again.',
  '53300': 'Too many statements of your organization run at this moment. Wait for one of them.',
}

const sentence = (text: string): string => {
  const tidy = text.replaceAll(/\brecords_\d+\./g, '')
  return `${tidy.charAt(0).toUpperCase()}${tidy.slice(1)}${/[.!?]$/.test(tidy) ? '' : '.'}`
}
