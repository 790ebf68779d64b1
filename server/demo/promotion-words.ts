/** The markets that promotions of the demo are planned in, with the rate that one of their currency has in euro. */
export const markets = [
  { country: 'Germany', code: 'DE', currency: 'EUR', euro: 1, factor: 1, rate: 5.9 },
  { country: 'France', code: 'FR', currency: 'EUR', euro: 1, factor: 1.03, rate: 6.2 },
  { country: 'Netherlands', code: 'NL', currency: 'EUR', euro: 1, factor: 1.02, rate: 5.7 },
  { country: 'United Kingdom', code: 'UK', currency: 'GBP', euro: 1.16, factor: 1.06, rate: 7.4 },
  { country: 'Sweden', code: 'SE', currency: 'SEK', euro: 0.088, factor: 1.04, rate: 5.4 },
] as const

export type Market = (typeof markets)[number]

/** Territories with their share of what the country sells, in percent. */
export const territories: readonly (readonly [
  territory: string,
  name: string,
  country: string,
  region: string,
  share: number,
])[] = [
  ['DE-NORTH', 'Northern Germany', 'Germany', 'North', 28],
  ['DE-WEST', 'Western Germany', 'Germany', 'West', 31],
  ['DE-SOUTH', 'Southern Germany', 'Germany', 'South', 29],
  ['DE-EAST', 'Eastern Germany', 'Germany', 'East', 12],
  ['FR-NORTH', 'Northern France', 'France', 'North', 44],
  ['FR-SOUTH', 'Southern France', 'France', 'South', 34],
  ['FR-WEST', 'Western France', 'France', 'West', 22],
  ['NL-RANDSTAD', 'Randstad', 'Netherlands', 'Randstad', 62],
  ['NL-REST', 'Provinces', 'Netherlands', 'Provinces', 38],
  ['UK-SOUTH', 'London and the South', 'United Kingdom', 'South', 47],
  ['UK-MIDLANDS', 'Midlands and Wales', 'United Kingdom', 'Midlands', 25],
  ['UK-NORTH', 'Northern England and Scotland', 'United Kingdom', 'North', 28],
  ['SE-SOUTH', 'Götaland', 'Sweden', 'South', 48],
  ['SE-MIDDLE', 'Svealand', 'Sweden', 'Middle', 39],
  ['SE-NORTH', 'Norrland', 'Sweden', 'North', 13],
]

/** The lines that are promoted, with the share of a list price that an offer of theirs usually gives away. */
export const lines = [
  { line: 'Machines', description: 'Floor machines', cash: 0.07, budget: 420_000 },
  { line: 'Dispensers', description: 'Washroom dispensers', cash: 0.09, budget: 85_000 },
] as const

export const seasons = [
  { key: 'SPR26', name: 'Spring 2026', from: '2026-03-01', to: '2026-05-31', archived: true },
  { key: 'AUT26', name: 'Autumn 2026', from: '2026-09-01', to: '2026-11-30', archived: false },
  { key: 'WIN26', name: 'Winter 2026', from: '2026-12-01', to: '2027-02-28', archived: false },
  { key: 'SPR27', name: 'Spring 2027', from: '2027-03-01', to: '2027-05-31', archived: false },
] as const

export const terms = [12, 24, 36, 48, 60] as const
