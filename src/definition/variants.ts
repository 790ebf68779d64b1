import type { Screen } from './screen.ts'
import type { DesignerInput, Variant, VariantInput, VariantShape } from './variant.ts'

/** A designer's page with every default filled in. */
export const normalizeDesigner = (
  designer: DesignerInput | undefined,
  plural: string,
): Required<DesignerInput> | null =>
  designer ? { aliases: [], label: `Design ${plural.toLowerCase()}`, ...designer } : null

export const normalizeVariant = ({ designer, ...variant }: VariantInput): Variant => ({
  ...variant,
  designer: normalizeDesigner(designer, variant.label[1]),
})

/** A variant as a screen, the way its form is designed: what is said of the screen lies beneath it. */
export function variantForm(screen: Screen, { label, formId, designer }: Variant): Screen {
  const { variants: _variants, ...rest } = screen
  return { ...rest, label: label[0], plural: label[1], formId, designer, over: screen.formId }
}

/** The forms of a screen that can be designed: its own, then those of its variants. */
export const formsOf = (screen: Screen): readonly Screen[] =>
  screen.variants ? [screen, ...screen.variants.map((variant) => variantForm(screen, variant))] : [screen]

/** The form of that id: a screen's own or that of one of its variants. */
export function formNamed(screens: readonly Screen[], formId: string): Screen | undefined {
  for (const screen of screens) {
    const variant = screen.variants?.find((one) => one.formId === formId)
    if (variant) return variantForm(screen, variant)
    if (screen.formId === formId) return screen
  }
  return undefined
}

/** The ids under which something may be said of a form, from the outermost in: what it shares, what it is a variant of, itself. */
export const formIdsOf = ({ follows, over, formId }: Screen): readonly string[] =>
  [follows?.formId, over, formId].filter((id) => id !== undefined)

/** Every page of a screen on which a form is designed, and the form. */
export const designersOf = (
  screen: Screen,
): readonly { readonly form: Screen; readonly page: Required<DesignerInput> }[] =>
  formsOf(screen).flatMap((form) => (form.designer ? [{ form, page: form.designer }] : []))

/** The form that is designed at a path. */
export const designedAt = (screen: Screen, path: string): Screen | undefined =>
  designersOf(screen).find(({ page }) => [page.path, ...page.aliases].includes(path))?.form

/** Whether anybody enters values into a form; what a calculation writes or works out is only looked at. */
export const isEntered = ({ access, result, over }: Screen): boolean =>
  !result && over === undefined && [access.create, access.update, access.upload].some((one) => one !== 'never')

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function shapeOf(screen: Screen, { fields, form }: Screen): VariantShape {
  const own = new Map(screen.fields.map((field) => [field.name, field]))
  return { fields: fields.filter((field) => !same(field, own.get(field.name))), sections: form?.sections ?? [] }
}

/**
 * The screen with what form_fields say of its variants: for the records that are one, and for the displays that show nothing else.
 * `shapedAs` answers a variant as form_fields leave it; undefined where they say nothing of it. Pure.
 */
export function withVariants(screen: Screen, shapedAs: (variant: Variant) => Screen | undefined): Screen {
  const shown = new Map((screen.variants ?? []).map((variant) => [variant.name, shapedAs(variant)]))
  if ([...shown.values()].every((one) => one === undefined)) return screen
  const { list } = screen
  return {
    ...screen,
    variants: screen.variants!.map((variant) => {
      const one = shown.get(variant.name)
      return one ? { ...variant, shown: shapeOf(screen, one) } : variant
    }),
    list: list && {
      ...list,
      displays: list.displays.map((display, at) => {
        const one = display.variant === undefined ? undefined : shown.get(display.variant)
        const columns = one?.list?.displays[at]?.columns
        const { variant: shownAs } = display
        return one && columns && shownAs ? { ...display, columns, shown: { fields: one.fields, shownAs } } : display
      }),
    },
  }
}
