import pg from 'pg'

const { builtins } = pg.types
const int8Array = 1016
const dateArray = 1182
const timestamptzArray = 1185

/** Keeps the microseconds, which keyset cursors need and Date would cut; sessions run in UTC. */
function isoInstant(text: string): string {
  if (/^\d{4}-.*\+00$/.test(text)) return `${text.slice(0, 10)}T${text.slice(11, -3)}Z`
  const instant = new Date(text)
  return Number.isNaN(instant.getTime()) ? text : instant.toISOString()
}

function elements<T>(text: string, map: (item: string) => T): (T | null)[] {
  const inner = text.slice(1, -1)
  if (inner === '') return []
  return inner.split(',').map((item) => (item === 'NULL' ? null : map(item.replaceAll('"', ''))))
}

const same = (text: string) => text

/** How values leave PostgreSQL: int8 as number, numeric and date as text, timestamptz as ISO text in UTC. */
export const storeTypes = new pg.TypeOverrides()
storeTypes.setTypeParser(builtins.INT8, Number)
storeTypes.setTypeParser(builtins.NUMERIC, same)
storeTypes.setTypeParser(builtins.DATE, same)
storeTypes.setTypeParser(builtins.TIMESTAMP, same)
storeTypes.setTypeParser(builtins.TIMESTAMPTZ, isoInstant)
storeTypes.setTypeParser(int8Array, (text) => elements(text, Number))
storeTypes.setTypeParser(dateArray, (text) => elements(text, same))
storeTypes.setTypeParser(timestamptzArray, (text) => elements(text, isoInstant))
