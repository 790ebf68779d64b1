// A spreadsheet takes cells that begin like this for formulas. An apostrophe before them keeps them texts; texts that look as
// if they had one already get one more, so that taking one away always gives the text itself back.
const formula = /^'*[=+\-@\t\r]/

/** A text as CSV files hold it: never a formula. */
export const escapeFormula = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** SQL of the same; nearly all texts begin with a letter or a digit, which the number of the first character tells. */
export const escapeFormulaSql = (text: string): string =>
  `case when ascii(${text}) > 64 or ascii(${text}) between 48 and 57 then ${text}` +
  ` when ${text} ~ e'^\\'*[-=+@\\t\\r]' then '''' || ${text} else ${text} end`

/** The text of a cell of a CSV file, without the apostrophe that keeps it from being a formula. */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text

/** SQL of a cell without it. */
export const unescapeFormulaSql = (cell: string): string =>
  `case when starts_with(${cell}, '''') then regexp_replace(${cell}, e'^\\'(?=\\'*[-=+@\\t\\r])', '') else ${cell} end`
