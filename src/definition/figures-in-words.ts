import { formatDecimal } from './field-types/numbers.ts'

// Numbers with a mark, as the product writes them: thousands apart by commas, a point before decimals. What stands in quotes is quoted
// as it was written, and what has further letters, marks or digits beside it is a code.
const figures = /(?<![\w"“'‘.,/-])-?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+)(?![\w"”'’/-]|[.,]\d)/g

/** A text of the product, its numbers written as the reader's locale does: "2 lines, net 1,133.48" is "2 lines, net 1.133,48" in German. */
export const figuresInWords = (text: string, locale: string): string =>
  text.replaceAll(figures, (figure) => {
    const digits = figure.split('.')[1]?.length ?? 0
    return formatDecimal(figure.replaceAll(',', ''), locale, digits, digits)
  })
