import { ExpressionError } from '#src/definition/expression/ast.ts'
import { formulaSource, lineFormula } from '../engine/line-formula.ts'
import type { RecordHooks } from '../engine/hooks.ts'
import type { SessionServices } from '../session/services.ts'

/** A formula is kept once it can be reckoned; the fields it reads are kept with it. */
export const formulaHooks = ({
  screens,
}: Pick<SessionServices, 'screens'>): Readonly<Record<'formula', RecordHooks>> => ({
  formula: {
    // What it reads is worked out before anything is written, as it cannot be wrong afterwards.
    beforeWrite: async (_context, values, current) => {
      const record = { ...current, ...values }
      const screen = screens.find(({ name }) => name === formulaSource(record['source_data_type']))
      if (typeof record['expression'] !== 'string' || !screen) return []
      try {
        values['uses'] = lineFormula(record['expression'], screen).fields.join(', ')
        return []
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error
        return [
          { path: ['expression'], code: 'expression', message: `${error.message} (at character ${error.at + 1})` },
        ]
      }
    },
  },
})
