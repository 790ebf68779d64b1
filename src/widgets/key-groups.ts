import { commandKey } from '#src/ui/kbd.tsx'

export interface KeyGroup {
  readonly title: string
  /** What these keys work on is on the page. */
  readonly here: boolean
  readonly keys: readonly (readonly [names: readonly string[], what: string])[]
}

interface KnownGroup extends Omit<KeyGroup, 'here'> {
  /** Finds what the keys work on; keys that work everywhere have none. */
  readonly on?: string
}

const known = (): readonly KnownGroup[] => [
  {
    title: 'Everywhere',
    keys: [
      [[commandKey(), 'K'], 'Go to a screen or a record'],
      [['/'], 'Search on this screen, or everywhere'],
      [['['], 'Fold the navigation away or out'],
      [['?'], 'This map'],
      [['Esc'], 'Close what floats'],
    ],
  },
  {
    title: 'Lists',
    on: '[data-list]',
    keys: [
      [['↑', '↓', '←', '→'], 'Move from cell to cell; up to the headings'],
      [['Home'], 'First cell of the row'],
      [['End'], 'Last cell of the row'],
      [[commandKey(), 'Home'], 'First row'],
      [[commandKey(), 'End'], 'Last row'],
      [['Page ↑', 'Page ↓'], 'Move by a screen of rows'],
      [['Enter'], 'Look at the row at the side; follow a link in it'],
      [['J', 'K'], 'At the side: the next row, the row before'],
      [['E'], 'Edit the row'],
      [['F2'], 'Edit cells in the list; a double click does too'],
      [['X'], 'Choose the row; with Shift all from the one before'],
      [[commandKey(), 'C'], 'Copy the cell, or the chosen rows with headings'],
      [['Menu'], 'What can be done with the row'],
      [['N'], 'New record'],
      [['R'], 'Read the rows again'],
    ],
  },
  {
    title: 'Columns, at their headings',
    on: '[role=grid] thead button, [role=treegrid] thead button',
    keys: [
      [['Enter'], 'Sort: up, down, as before; with Shift beside the other columns'],
      [['Alt', '↓'], 'What can be done with the column'],
      [['Shift', '←', '→'], 'Make the column narrower or wider'],
      [[commandKey(), 'Shift', '←', '→'], 'Move the column'],
    ],
  },
  {
    title: 'Groups',
    on: '[data-list] [role=treegrid]',
    keys: [
      [['→'], 'Open the group'],
      [['←'], 'Fold the group; from a row to its group'],
      [['Enter'], 'Open or fold the group; show more of it on its last line'],
      [['*'], 'Open all groups in sight'],
      [['-'], 'Fold all groups'],
      [['F'], 'Only the records of the group'],
    ],
  },
  {
    title: 'Editing in a list',
    on: 'td[data-column]',
    keys: [
      [['F2'], 'Edit the cell; a letter takes the place of what is there'],
      [['Enter'], 'Keep it and go down'],
      [['Tab'], 'Keep it and go to the next cell'],
      [['Esc'], 'Leave the cell as it was'],
      [['Shift', '↑', '↓', '←', '→'], 'Mark a block of cells'],
      [[commandKey(), 'C'], 'Copy the block'],
      [[commandKey(), 'V'], 'Paste a block from a spreadsheet'],
      [[commandKey(), 'D'], 'Fill down; with Shift as a series'],
      [['Delete'], 'Empty the cells'],
      [[commandKey(), 'Z'], 'Undo'],
      [[commandKey(), 'Y'], 'Redo'],
    ],
  },
  {
    title: 'Results',
    on: '[data-result]',
    keys: [
      [['←', '→', 'Home', 'End'], 'In a chart: from figure to figure'],
      [['↑', '↓', '←', '→'], 'In the table: from cell to cell; up to the headings'],
      [['Enter'], 'The lines behind the figure or the row'],
      [['→', '←'], 'Open or fold a group of the table'],
      [['Shift', '↑', '↓', '←', '→'], 'In the grid: mark a block'],
      [[commandKey(), 'A'], 'In the grid: mark everything'],
      [[commandKey(), 'C'], 'In the grid: copy what is marked with headings'],
    ],
  },
  {
    title: 'Records',
    on: '[data-record], main form',
    keys: [
      [['E'], 'Edit'],
      [[commandKey(), 'S'], 'Save'],
      [['J'], 'Next record of the list'],
      [['K'], 'Record before it'],
      [['Esc'], 'Back, or leave editing'],
    ],
  },
]

/** The keys of the product by where they work; where that is on the page comes first. */
export const keyGroups = (): readonly KeyGroup[] =>
  known()
    .map(({ on, ...group }) => ({ ...group, here: on !== undefined && document.querySelector(on) !== null }))
    .toSorted((a, b) => Number(b.here) - Number(a.here))
