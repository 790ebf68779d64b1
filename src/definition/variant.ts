import type { Condition } from './conditions.ts'
import type { Field } from './field.ts'

/** A page of its own where administrators choose what this form shows, to whom, in which order and with which defaults. */
export interface DesignerInput {
  readonly path: string
  readonly aliases?: readonly string[]
  /** The menu's word for it; "Design" and the screens otherwise. */
  readonly label?: string
}

/** Records of a screen whose form is designed apart from that of the others: payments among postings. */
export interface VariantInput {
  readonly name: string
  /** Singular, plural. */
  readonly label: readonly [string, string]
  /** The name under which form_fields settings of these records are kept; they are laid over those of the screen. */
  readonly formId: string
  /** Which records these are; of several variants the first whose condition holds. */
  readonly when: Condition
  readonly designer?: DesignerInput
}

/** A form whose design several results share. */
export interface FollowsInput {
  /** Its id: what form_fields say of its fields holds here too, beneath what they say of the screen itself. */
  readonly formId: string
  /** Its fields as they stand there; moved there, they stand in that order here. */
  readonly order: readonly string[]
}

/** What form_fields say of a variant, in the place of what the screen has. */
export interface VariantShape {
  /** The fields that differ from those of the screen. */
  readonly fields: readonly Field[]
  readonly sections: readonly { readonly title: string; readonly rows: readonly (readonly string[])[] }[]
}

export interface Variant extends Omit<VariantInput, 'designer'> {
  readonly designer: Required<DesignerInput> | null
  /** Left out where form_fields say nothing of it. */
  readonly shown?: VariantShape
}

/** What a display puts in the place of the screen's own: the fields of the variant whose records it shows. */
export interface ShownVariant {
  readonly fields: readonly Field[]
  readonly shownAs: string
}

/** How a screen's form stands to other forms. */
export interface FormTies {
  readonly variants?: readonly Variant[]
  /** Of a variant taken as a screen: the id of the form that it is laid over. */
  readonly over?: string
  /** The name of the variant in whose shape the screen is. */
  readonly shownAs?: string
  readonly follows?: FollowsInput
}
