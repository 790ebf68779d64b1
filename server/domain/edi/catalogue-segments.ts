/** A segment of the transaction set 832 and its elements, as ASC X12 4010 names them. */
export interface CatalogueSegment {
  readonly segment: string
  readonly name: string
  readonly level: 'header' | 'line'
  readonly elements: readonly { readonly element: number; readonly name: string }[]
}

const segment = (id: string, name: string, level: CatalogueSegment['level'], ...names: string[]): CatalogueSegment => ({
  segment: id,
  name,
  level,
  elements: names.map((one, at) => ({ element: at + 1, name: one })),
})

/** What an 832 is made of, as far as prices go. */
export const catalogueSegments: readonly CatalogueSegment[] = [
  segment(
    'BCT',
    'Beginning of price and sales catalogue',
    'header',
    'Catalogue purpose code',
    'Catalogue number',
    'Catalogue version',
    'Catalogue revision',
    'Update status code',
  ),
  segment('CUR', 'Currency', 'header', 'Entity identifier code', 'Currency code', 'Exchange rate'),
  segment('REF', 'Reference identification', 'header', 'Reference qualifier', 'Reference', 'Description'),
  segment('DTM', 'Date or time', 'header', 'Date qualifier', 'Date', 'Time'),
  segment('N1', 'Party', 'header', 'Entity identifier code', 'Name', 'Code qualifier', 'Code'),
  segment(
    'LIN',
    'Item identification',
    'line',
    'Assigned identification',
    'Product qualifier',
    'Product',
    'Product qualifier',
    'Product',
  ),
  segment('DTM', 'Date or time', 'line', 'Date qualifier', 'Date', 'Time'),
  segment(
    'PID',
    'Product description',
    'line',
    'Description type',
    'Characteristic code',
    'Agency qualifier',
    'Description code',
    'Description',
  ),
  segment('PO4', 'Item physical details', 'line', 'Pack', 'Size', 'Unit'),
  segment(
    'CTP',
    'Pricing information',
    'line',
    'Class of trade code',
    'Price identifier code',
    'Unit price',
    'Quantity',
    'Unit',
    'Price multiplier qualifier',
    'Multiplier',
  ),
]
