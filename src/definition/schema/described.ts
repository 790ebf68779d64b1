import * as z from 'zod/mini'

/** A schema for every property of T, no more and no less: a property that joins the language has to join its schema. */
export type Shape<T> = { readonly [K in keyof T]-?: z.ZodMiniType }

/** Gives a schema the sentence that editors and the reference show. */
export function described<S extends z.ZodMiniType>(schema: S, description: string): S {
  z.globalRegistry.add(schema, { description })
  return schema
}

/** A property that may be left out. */
export const maybe = (schema: z.ZodMiniType, description: string): z.ZodMiniType =>
  described(z.optional(schema), description)

/** A property that has to be there. */
export const needed = (schema: z.ZodMiniType, description: string): z.ZodMiniType => described(schema, description)

export const text = (): z.ZodMiniType => z.string().check(z.minLength(1))
export const texts = (): z.ZodMiniType => z.array(text())
export const whole = (least = 1): z.ZodMiniType => z.int().check(z.gte(least))
export const byName = (schema: z.ZodMiniType): z.ZodMiniType => z.record(z.string().check(z.minLength(1)), schema)

/** The name of a field or a screen: letters, digits, _ and -, a letter in front. */
export const name = (): z.ZodMiniType =>
  z
    .string()
    .check(
      z.regex(/^[A-Za-z][A-Za-z0-9_-]*$/, { error: 'A name has letters, digits, _ and -, and begins with a letter' }),
    )

/** A path of the browser. */
export const path = (): z.ZodMiniType =>
  z.string().check(z.regex(/^\/\S*$/, { error: 'A path begins with / and has no blanks' }))

/** An object of exactly these properties. */
export const exactly = (shape: Readonly<Record<string, z.ZodMiniType>>): z.ZodMiniType => z.strictObject(shape)

/** A path below /api. */
export const below = () => z.string().check(z.regex(/^[a-z0-9][a-z0-9_/-]*$/i))
