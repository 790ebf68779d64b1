import type { Choice } from '#src/definition'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

interface Section {
  readonly sticker_type: string
  readonly section: string
  readonly sequence: number | null
  readonly required: boolean
  readonly help_text: string | null
}

interface Use {
  readonly type: string
  readonly type_group: string | null
  readonly type_group_name: string | null
  readonly budget_relevant: boolean | null
  readonly stickers: number
}

/** The types of offers with their group, what each asks for, and how many stickers in use are of it. */
export async function stickerTypesOf(tx: Tx, organizationId: number, types: readonly Choice[]) {
  const names = types.map(({ value }) => value)
  const uses = await tx.query<Use>(sql`
    select n.type, g.type_group, g.description as type_group_name, g.budget_relevant,
           (select count(*) from promotion_sticker s where s.organization_id = ${organizationId} and s.sticker_type = n.type and s.archived is not true) as stickers
      from unnest(${names}::text[]) with ordinality as n (type, place)
      left join promotion_type_group g on g.organization_id = ${organizationId} and g.status = 'active'
                and g.sticker_types @> jsonb_build_array(jsonb_build_object('sticker_type', n.type))
     order by n.place`)
  const sections = await tx.query<Section>(sql`
    select t.sticker_type, t.section, t.sequence, t.required, t.help_text from promotion_type_section t
     where t.organization_id = ${organizationId} and t.status = 'active' order by t.sequence, t.section`)
  return uses.map(({ type, ...use }) => ({
    sticker_type: type,
    label: types.find(({ value }) => value === type)?.label ?? type,
    ...use,
    sections: sections
      .filter(({ sticker_type: of }) => of === type)
      .map(({ sticker_type: _of, ...section }) => section),
  }))
}
