import { f } from '#src/definition'

/** Where the other number comes from; the first key of every cross reference. */
export const sourceSystem = (help = 'The system or partner that uses the other number') =>
  f.text({ max: 30, required: true, immutable: true, upper: true, index: true, help })

/** From when to when a cross reference holds, and why. */
export const crossReferenceValidity = {
  valid_from: f.date(),
  valid_to: f.date({ after: 'valid_from' }),
  notes: f.longText({ max: 2000 }),
}
