/** The characters that `String.trim` removes, for SQL's btrim and translate. */
export const blanks =
  ' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

/** A text as an SQL literal. */
export const quoteSql = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** SQL of a text without outer white space, as `String.trim` does. */
export const trimSql = (expression: string): string => `btrim(${expression}, ${quoteSql(blanks)})`
