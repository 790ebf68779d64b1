import { id, join, json, raw, sql, type Sql } from '../store/sql.ts'
import { divided, type Division, type Part, type Parts } from './eligibility-parts.ts'
import { daysNeeded, type Window } from './periods.ts'
import type { Surroundings } from './surroundings.ts'
import type { ContractTerms } from './terms.ts'

// A word of PostgreSQL holds 63 bits without its sign.
const wordBits = 62

type Bits = bigint

/** The groups of conditions of all contracts, each with a bit of its own. */
class Groups {
  readonly #bits = new Map<string, number>()
  readonly all: Parts[] = []

  bitOf(parts: Parts): number {
    const key = parts
      .map((part) => part.key)
      .toSorted()
      .join('&')
    const known = this.#bits.get(key)
    if (known !== undefined) return known
    this.#bits.set(key, this.all.length)
    this.all.push(parts)
    return this.all.length - 1
  }

  bitsWhere(holds: (parts: Parts) => boolean): Bits {
    return this.all.reduce((bits, parts, at) => (holds(parts) ? bits | (1n << BigInt(at)) : bits), 0n)
  }

  get words(): number[] {
    return Array.from({ length: Math.max(1, Math.ceil(this.all.length / wordBits)) }, (_, word) => word)
  }
}

const wordOf = (bits: Bits, word: number): string =>
  ((bits >> BigInt(word * wordBits)) & ((1n << BigInt(wordBits)) - 1n)).toString()

const constant = (bits: Bits, word: number): Sql => raw(`${wordOf(bits, word)}::bigint`)

const wordName = (word: number): string => `w${word}`

/** What a place says of each group: the groups it has nothing to say about, and for each set of conditions those it decides. */
interface Decided {
  readonly free: Bits
  readonly sets: readonly { readonly parts: Parts; readonly bits: Bits }[]
}

function decidedBy(groups: Groups, isHere: (part: Part) => boolean): Decided {
  const sets = new Map<string, Parts>()
  for (const group of groups.all) {
    const parts = group.filter(isHere)
    if (parts.length > 0) sets.set(keyOf(parts), parts)
  }
  return {
    free: groups.bitsWhere((group) => !group.some(isHere)),
    sets: [...sets].map(([key, parts]) => ({
      parts,
      bits: groups.bitsWhere((group) => keyOf(group.filter(isHere)) === key),
    })),
  }
}

const keyOf = (parts: Parts): string =>
  parts
    .map((part) => part.key)
    .toSorted()
    .join('&')

/** The bits that conditions in SQL leave in one word. */
function conditionWord({ free, sets }: Decided, word: number): Sql {
  const cases = sets
    .filter(({ bits }) => wordOf(bits, word) !== '0')
    .map(({ parts, bits }) => {
      const conditions = parts.flatMap((part) => (part.column === undefined ? [part.sql] : []))
      return sql`case when ${join(conditions, ' and ')} then ${constant(bits, word)} else 0 end`
    })
  return sql`(${join([constant(free, word), ...cases], ' | ')})`
}

/** Where the bits of one word come from, and what is joined for them. */
interface Factor {
  /** What is worked out once for both passes. */
  readonly part?: Sql
  readonly from: Sql
  readonly word: (word: number) => Sql
  /** Rows of all words that it has for lines, and how many; nothing where each line has its own. */
  readonly classes?: { readonly rows: Sql; readonly count: Sql }
}

/** Joined to the lines: at once, where every group needs one of its rows, else beside what no row decides. */
function factor(name: string, rows: Sql, on: Sql, free: Bits): Factor {
  const alias = id(name)
  if (free === 0n) return { from: sql` join (${rows}) ${alias} on ${on}`, word: (word) => id(name, wordName(word)) }
  return {
    from: sql` left join (${rows}) ${alias} on ${on}`,
    word: (word) => sql`coalesce(${id(name, wordName(word))}, ${constant(free, word)})`,
  }
}

const words = (groups: Groups, of: (word: number) => Sql): Sql =>
  join(
    groups.words.map((word) => sql`${of(word)} as ${id(wordName(word))}`),
    ', ',
  )

const isAny = (groups: Groups): Sql =>
  sql`(${join(
    groups.words.map((word) => id(wordName(word))),
    ' | ',
  )}) <> 0`

/** The bits of one word that all factors leave. */
const wordOfAll = (groups: Groups, factors: readonly Factor[], word: number): Sql =>
  factors.length === 0
    ? constant(
        groups.bitsWhere(() => true),
        word,
      )
    : join(
        factors.map((one) => one.word(word)),
        ' & ',
      )

const fromOfAll = (factors: readonly Factor[]): Sql => join([sql``, ...factors.map((one) => one.from)], '')

/** What each customer or material decides: by the values of its columns, and by conditions that are more than values. */
function masterFactor(groups: Groups, place: 'customer' | 'material', organizationId: number): Factor[] {
  const { free, sets } = decidedBy(groups, (part) => part.place === place)
  if (sets.length === 0) return []
  const key = id(`${place}_number`)
  const written = decidedBy(groups, (part) => part.place === place && part.column === undefined)
  const factors: Factor[] = [
    ...valueFactors(groups, place, 'e'),
    ...(written.sets.length > 0 ? [{ from: sql``, word: (word: number) => conditionWord(written, word) }] : []),
  ]
  const rows = sql`
    select * from (select e.${key}, ${words(groups, (word) => wordOfAll(groups, factors, word))}
                     from ${id(place)} e ${fromOfAll(factors)} where e.organization_id = ${organizationId} offset 0) e ${free === 0n ? sql`where ${isAny(groups)}` : sql``}`
  // Worked out once, and looked up by both passes.
  const [part, classes] = [id(`${place} words`), id(`${place} classes`)]
  const looked = factor(place, sql`select * from ${part}`, sql`${id(place)}.${key} = t.${key}`, free)
  const none = free === 0n ? sql`` : sql`union select ${words(groups, (word) => constant(free, word))}`
  return [
    {
      ...looked,
      part: sql`${part} as materialized (${rows}),
         ${classes} as materialized (select distinct ${join(
           groups.words.map((word) => id('e', wordName(word))),
           ', ',
         )} from ${part} e ${none})`,
      classes: { rows: sql`select * from ${classes}`, count: sql`(select count(*) from ${classes})` },
    },
  ]
}

/** What each value of a column of the line `t` or of a master `e` decides; no more than the values that conditions name. */
function valueFactors(groups: Groups, place: 'column' | 'customer' | 'material', alias: 't' | 'e'): Factor[] {
  const isHere = (part: Part): boolean => part.place === place && part.column !== undefined
  const columns = new Set(groups.all.flatMap((group) => group.flatMap((part) => (isHere(part) ? [part.column!] : []))))
  return [...columns].map((column, no) => {
    const { free, sets } = decidedBy(groups, (part) => isHere(part) && part.column === column)
    const byValue = new Map<string, Bits>()
    for (const { parts, bits } of sets) {
      const [first = [], ...rest] = parts.map((part) => (part.column === undefined ? [] : part.values))
      const others = rest.map((values) => new Set(values))
      for (const value of new Set(first))
        if (others.every((values) => values.has(value))) byValue.set(value, (byValue.get(value) ?? free) | bits)
    }
    const rows = [...byValue].map(([value, bits]) => ({
      value,
      ...Object.fromEntries(groups.words.map((word) => [wordName(word), wordOf(bits, word)])),
    }))
    const name = `${place}${no}`
    const types = join(
      groups.words.map((word) => sql`${id(wordName(word))} bigint`),
      ', ',
    )
    const looked = factor(
      name,
      sql`select * from jsonb_to_recordset(${json(rows)}) as v(value text, ${types})`,
      sql`${id(name, 'value')} = ${id(alias, column)}`,
      free,
    )
    const all = [...new Set([...byValue.values(), ...(free === 0n ? [] : [free])])]
    const each = all.map((bits) => Object.fromEntries(groups.words.map((word) => [wordName(word), wordOf(bits, word)])))
    return {
      ...looked,
      classes: { rows: sql`select * from jsonb_to_recordset(${json(each)}) as v(${types})`, count: sql`${all.length}` },
    }
  })
}

/** The conditions that hang on the line as a whole. */
function lineFactor(groups: Groups): Factor[] {
  const decided = decidedBy(groups, (part) => part.place === 'line')
  if (decided.sets.length === 0) return []
  return [
    {
      from: sql` cross join lateral (select ${words(groups, (word) => conditionWord(decided, word))} offset 0) whole`,
      word: (word) => id('whole', wordName(word)),
    },
  ]
}

interface Member {
  readonly contract: number
  readonly kind: 'include' | 'exclude' | 'universal' | 'always'
  readonly word: number
  readonly bits: string
}

function membersOf(groups: Groups, divisions: readonly Division[]): Member[] {
  return divisions.flatMap((division, contract) =>
    (['include', 'exclude', 'universal', 'always'] as const).flatMap((kind) => {
      const bits = division[kind].reduce<Bits>((all, parts) => all | (1n << BigInt(groups.bitOf(parts))), 0n)
      return groups.words
        .map((word) => ({ contract, kind, word, bits: wordOf(bits, word) }))
        .filter((member) => member.bits !== '0')
    }),
  )
}

// More would cost more to put together than lines to read.
const mostCombined = 250_000

/**
 * The keys that lines have. Where customers, materials and values of columns come in few kinds, all of their combinations are
 * fewer than the lines, which need not be read for it: some of them may occur in none.
 */
function keysSql(groups: Groups, factors: readonly Factor[], lines: Sql, table: string): Sql {
  const read = sql`select distinct s.key from (${lines} offset 0) s`
  const classes = factors.flatMap((one) => one.classes ?? [])
  if (classes.length === 0 || classes.length < factors.length) return read
  const name = (no: number): string => `kind${no}`
  const key = join(
    groups.words.map((word) =>
      join(
        classes.map((_, no) => id(name(no), wordName(word))),
        ' & ',
      ),
    ),
    ', ',
  )
  const combined = join(
    classes.map(({ rows }, no) => sql`(${rows}) ${id(name(no))}`),
    ' cross join ',
  )
  const number = join(
    classes.map(({ count }) => sql`${count}::float8`),
    ' * ',
  )
  // How many lines there are is not counted, but what is kept about the table; -1 where nothing is.
  const isFew = sql`(${number}) <= (select least(c.reltuples / 4, ${mostCombined}::float8) from pg_class c where c.oid = ${table}::regclass)`
  return sql`select distinct array[${key}] as key from ${combined} where ${isFew} union all select s.key from (${read}) s where not (${isFew})`
}

/**
 * What is read of the lines when many contracts look at them: one pass finds the sets of contracts that occur, by a bit for each
 * group of conditions, a second one gives each line to the contracts of its set. `columns` of the line `t` come along, with `contract`
 * (its `no`), `contract_currency` and `exchange_type`.
 */
export function sharedLines(
  asked: readonly { readonly contract: ContractTerms; readonly no: number; readonly reach: Window }[],
  around: Surroundings,
  { table, columns }: { readonly table: string; readonly columns: Sql },
): Sql {
  const groups = new Groups()
  const divisions = asked.map(({ contract }) => divided(contract, around.universal, around))
  for (const division of divisions)
    for (const parts of [...division.include, ...division.exclude, ...division.universal, ...division.always])
      groups.bitOf(parts)
  const needed = asked.map(({ contract, no, reach }, place) => ({
    place,
    no,
    ...daysNeeded(contract, reach),
    currency: contract.currency,
    exchange_type: contract.exchange_type ?? 'average',
  }))
  const withUniversal = divisions.flatMap(({ universal }, no) => (universal.length > 0 ? [no] : []))
  const [first, last] = [
    needed.map(({ from }) => from).toSorted()[0]!,
    needed
      .map(({ to }) => to)
      .toSorted()
      .at(-1)!,
  ]
  const factors = [
    ...masterFactor(groups, 'customer', around.organizationId),
    ...masterFactor(groups, 'material', around.organizationId),
    ...valueFactors(groups, 'column', 't'),
    ...lineFactor(groups),
  ]
  const word = (at: number): Sql => wordOfAll(groups, factors, at)
  const from = sql`${id(table)} t ${fromOfAll(factors)} where t.organization_id = ${around.organizationId} and t.billing_date between ${first}::date and ${last}::date`
  // One key of all words: what is joined by several columns is thought to be far less than it is.
  const key = sql`array[${join(groups.words.map(word), ', ')}]`
  // Fences: what is inside is worked out as it stands, before the days of each contract come into it.
  const parts = factors.flatMap(({ part }) => part ?? [])
  return sql`
    ${parts.length > 0 ? sql`with ${join(parts, ', ')}` : sql``}
    select k.no as contract, k.currency as contract_currency, k.exchange_type, ${columns}
      from (
        select s.*, place.contract as place
          from (select ${columns}, ${key} as key from ${from} offset 0) s
          join (
            select c.key, array_agg(c.contract) as contracts
              from (
                select f.key, m.contract
                  from (${keysSql(groups, factors, sql`select ${key} as key from ${from}`, table)}) f
                  join jsonb_to_recordset(${json(membersOf(groups, divisions))}) as m(contract int, kind text, word int, bits bigint)
                    on f.key[m.word + 1] & m.bits <> 0
                 group by f.key, m.contract
                having bool_or(m.kind = 'always') or bool_or(m.kind = 'include') and not bool_or(m.kind = 'exclude')
                   and (not m.contract = any(${withUniversal}::int[]) or bool_or(m.kind = 'universal'))) c
             group by c.key) f on f.key = s.key
         cross join lateral unnest(f.contracts) as place(contract)
        offset 0) t
      join jsonb_to_recordset(${json(needed)}) as k(place int, no int, "from" date, "to" date, currency text, exchange_type text)
        on k.place = t.place and t.billing_date between k."from" and k."to"`
}
