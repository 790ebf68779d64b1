import pg from 'pg'
import { storeTypes } from '../../store/types.ts'

const { builtins } = pg.types

const same = (text: string) => text
const exact = (text: string) => (Number.isSafeInteger(Number(text)) ? Number(text) : text)
const approximate = (text: string) => (Number.isFinite(Number(text)) ? Number(text) : text)

/** How values of statements leave PostgreSQL: no digit is lost, and what JSON has no number for is its name. */
export const valueTypes = new pg.TypeOverrides(storeTypes)
valueTypes.setTypeParser(builtins.INT8, exact)
valueTypes.setTypeParser(builtins.FLOAT4, approximate)
valueTypes.setTypeParser(builtins.FLOAT8, approximate)
valueTypes.setTypeParser(builtins.JSON, same)
valueTypes.setTypeParser(builtins.JSONB, same)
