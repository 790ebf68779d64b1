import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type BenchRow, isKept, ratioOf } from '../bench/bench-row.ts'

const folder = join(import.meta.dirname, '..', 'bench')
const ending = '.bench.ts'

const figure = (value: number): string =>
  value.toLocaleString('en-GB', { maximumFractionDigits: Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2 })

function printTable(rows: readonly BenchRow[]): void {
  const lines = rows.map((row) => [
    row.name,
    `${figure(row.ours)} ${row.unit}`,
    `${figure(row.against)} ${row.unit}`,
    ratioOf(row).toFixed(2),
    `${row.direction} ${row.required}`,
    isKept(row) ? 'yes' : 'NO',
  ])
  const table = [['name', 'ours', 'peer or limit', 'ratio', 'required', 'ok'], ...lines]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? []
  for (const line of table)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

const known = (await readdir(folder))
  .filter((name) => name.endsWith(ending))
  .map((name) => name.slice(0, -ending.length))
// All of them without a name.
const wanted = process.argv.length > 2 ? process.argv.slice(2) : known.toSorted()
const unknown = wanted.filter((name) => !known.includes(name))

if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. Usage: npm run -s bench -- ${known.toSorted().join('|')}`)
  process.exitCode = 2
} else {
  const rows: BenchRow[] = []
  for (const name of wanted) {
    const { run } = (await import(join(folder, `${name}${ending}`))) as { run(): Promise<BenchRow[]> }
    rows.push(...(await run()))
  }
  printTable(rows)
  if (rows.length === 0 || !rows.every(isKept)) process.exitCode = 1
}
