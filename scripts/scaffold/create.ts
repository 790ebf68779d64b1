import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { normalizeScreen, type Screen, type ScreenDefinition } from '#src/definition'
import { lintScreens } from '#src/definition/lint/lint-screens.ts'
import { summaryOf } from '#src/definition/summary-of.ts'
import { projectRoot } from '../steps.ts'
import { definitionOf, type Heading } from './definition-of.ts'
import { propose, targetsOf } from './propose.ts'
import type { Proposal, SourceColumn } from './proposal.ts'
import { asJson, asTypeScript } from './write-definition.ts'

/** What cannot be made of what was asked for; its message is for the person who asked. */
export class UsageError extends Error {}

/** Something to begin with, where there is nothing to read the fields from. */
export const blankColumns: readonly SourceColumn[] = [
  {
    name: 'code',
    cells: [],
    declared: { spec: { type: 'text', max: 20, unique: true, upper: true }, why: 'a code to know it by' },
  },
  { name: 'name', cells: [], declared: { spec: { type: 'text', max: 80, required: true }, why: 'a name to read' } },
  { name: 'valid_from', cells: [], declared: { spec: { type: 'date' }, why: 'since when it holds' } },
]

export interface Draft {
  readonly path: string
  /** The fields, the key and why, line by line. */
  readonly explanation: readonly string[]
  /** Writes and formats the file, and gives back what the linter says of it. */
  readonly write: () => Promise<string[]>
}

/** A definition proposed for columns, not written yet; throws a UsageError where its name or file is taken. */
export function draftDefinition(
  heading: Heading,
  columns: readonly SourceColumn[],
  screens: readonly Screen[],
  options: { readonly folder: string; readonly json: boolean },
): Draft {
  const path = freePath(heading.name, screens, options)
  const proposal = propose(columns, targetsOf(screens))
  return draftOf(definitionOf(heading, proposal), explain(proposal), path, screens)
}

/** A result over the records of a screen, not written yet; throws a UsageError where its name is taken or the screen has no records. */
export function draftResult(
  heading: Omit<Heading, 'kind'>,
  of: string,
  screens: readonly Screen[],
  options: { readonly folder: string; readonly json: boolean },
): Draft {
  const path = freePath(heading.name, screens, options)
  const source = screens.find((screen) => screen.name === of)
  if (!source?.table) {
    const known = screens.filter((screen) => screen.table).map((screen) => screen.name)
    throw new UsageError(`There is no screen ${of} with records: ${known.join(', ')}.`)
  }
  const { definition, explanation } = summaryOf(heading, source)
  return draftOf(definition, explanation, path, screens)
}

function freePath(
  name: string,
  screens: readonly Screen[],
  options: { readonly folder: string; readonly json: boolean },
): string {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new UsageError(`${name} is no name: small letters and digits, joined by -, a letter first.`)
  if (screens.some((screen) => screen.name === name)) throw new UsageError(`There is a screen ${name} already.`)
  const path = join(options.folder, `${name}.screen.${options.json ? 'json' : 'ts'}`)
  if (existsSync(path)) throw new UsageError(`${relative(projectRoot, path)} is there already.`)
  return path
}

function draftOf(
  definition: ScreenDefinition,
  explanation: readonly string[],
  path: string,
  screens: readonly Screen[],
): Draft {
  return {
    path,
    explanation,
    write: async () => {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, path.endsWith('.json') ? asJson(definition) : asTypeScript(definition), { flag: 'wx' })
      await promisify(execFile)(join(projectRoot, 'node_modules', '.bin', 'oxfmt'), [path], { cwd: projectRoot })
      return lintScreens([...screens, normalizeScreen(definition)])
        .filter(({ screen }) => screen === definition.name)
        .map(({ path: at, message, fix }) => `${at.join('.')}: ${message}${fix ? `; ${fix}` : ''}`)
    },
  }
}

function explain({ fields, key, keyWhy }: Proposal): string[] {
  const longest = Math.max(...fields.map((field) => field.name.length))
  return [
    ...fields.map((field) => `${field.name.padEnd(longest)}  ${field.spec.type.padEnd(9)}  ${field.why}`),
    `key: ${key.join(', ') || 'none'} (${keyWhy})`,
  ]
}
