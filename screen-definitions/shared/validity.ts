import { f, when } from '#src/definition'

/** The days a record holds, both included; an empty last day is no end. */
export const validity = {
  valid_from: f.date({ required: true, index: true, width: 110 }),
  valid_to: f.date({ width: 110, help: 'The last day it holds; empty: until further notice' }),
}

const hasBegun = when.any(when.empty('valid_from'), when.lte('valid_from', '@today'))
const isOver = when.before('valid_to', '@today')

/** The views of lists whose records hold from one day to another. */
export const validityViews = {
  'Valid today': when.all(hasBegun, when.any(when.empty('valid_to'), when.gte('valid_to', '@today'))),
  Coming: when.after('valid_from', '@today'),
  'Ending within 90 days': when.between('valid_to', '@today', '@today+90d'),
  Ended: isOver,
}
