/** As many rows as the issue of the grid is measured with. */
export const rowCount = 100_000

const countries = ['Austria', 'Belgium', 'Denmark', 'France', 'Germany', 'Italy', 'Netherlands', 'Spain', 'Sweden']

export interface GridRow {
  readonly [column: string]: string | number
}

/** The same rows for both grids: twelve columns of texts, days, whole numbers and amounts. */
export function gridRows(): GridRow[] {
  return Array.from({ length: rowCount }, (_, at) => ({
    id: at,
    document: `90${String(at).padStart(6, '0')}`,
    line: (at % 9) + 1,
    day: new Date(Date.UTC(2025, 0, 1) + (at % 700) * 86_400_000).toISOString().slice(0, 10),
    kind: at % 13 === 0 ? 'Return' : 'Sale',
    customer: `C${1000 + (at % 997)}`,
    name: `Customer number ${at % 997}`,
    material: `M-${at % 311}`,
    country: countries[at % countries.length]!,
    quantity: `${((at * 7) % 90) + 1}.000`,
    price: `${((at * 31) % 9000) / 100 + 1}`,
    net: `${at % 13 === 0 ? '-' : ''}${((at * 37) % 900_000) / 100}`,
    cost: `${((at * 17) % 600_000) / 100}`,
  }))
}

/** What both pages leave behind for the bench: when they began to make the grid. */
declare global {
  interface Window {
    gridStarted: number
  }
}
