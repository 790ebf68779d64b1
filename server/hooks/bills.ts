import { deleteRecords } from '../engine/delete.ts'
import { createRecord } from '../engine/write.ts'
import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import { screensOf } from '../engine/own-screens.ts'
import type { Issue } from '../errors.ts'
import type { SessionServices } from '../session/services.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

type Values = Readonly<Record<string, unknown>>

const issue = (field: string, code: string, message: string): Issue => ({ path: [field], code, message })

/** How one material already goes into another through the bills there are: the materials in between, both ends included; null when it does not. */
async function wayDown(tx: Tx, organizationId: number, from: string, to: string): Promise<readonly string[] | null> {
  if (from === to) return [from]
  const [found] = await tx.query<{ way: string[] }>(sql`
    with recursive down (material, way) as (
      select ${from}::text, array[${from}::text]
      union all
      select i.component, down.way || i.component
        from down join bill_of_materials b on b.organization_id = ${organizationId} and b.material_number = down.material
        join bom_component i on i.organization_id = b.organization_id and i.bom = b.bom
       where i.component <> all (down.way) and cardinality(down.way) < 60
    ) select way from down where material = ${to} limit 1`)
  return found?.way ?? null
}

const billsLock = 7_214_100

/** Two bills that change at the same moment could close a circle together: one after the other. */
async function oneAtATime({ tx, caller }: HookContext): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${billsLock}, ${caller.organizationId}::int)`)
}

const circle = (material: string, way: readonly string[]): string => [material, ...way].join(' → ')

/** Bills of materials never lead back to what they make, however many levels lie between; a file of components makes the bills it names. */
export const billHooks = (
  services: Pick<SessionServices, 'db' | 'screens'>,
): Record<'bill-of-materials' | 'bom-component', RecordHooks> => {
  const materialOf = async ({ tx, caller }: HookContext, bom: string): Promise<string | null> => {
    const [bill] = await tx.query<{ material: string }>(sql`
      select material_number as material from bill_of_materials where organization_id = ${caller.organizationId} and bom = ${bom}`)
    return bill?.material ?? null
  }
  const materialNamed = async ({ tx, caller }: HookContext, name: string) => {
    const [material] = await tx.query<{ description: string | null }>(sql`
      select material_description as description from material where organization_id = ${caller.organizationId} and material_number = ${name}`)
    return material ?? null
  }
  return {
    'bill-of-materials': {
      // A second bill of a material may already have components, as one that was made before its header had this material.
      beforeWrite: async ({ tx, caller }, values, current) => {
        const { bom, material_number: material }: Values = { ...current, ...values }
        if (current || typeof material !== 'string') return []
        const parts = await tx.query<{ component: string }>(sql`
          select component from bom_component where organization_id = ${caller.organizationId} and bom = ${String(bom)}`)
        for (const { component } of parts) {
          const way = await wayDown(tx, caller.organizationId, component, material)
          if (way)
            return [issue('material_number', 'cycle', `The bill would lead back to itself: ${circle(material, way)}`)]
        }
        return []
      },
      beforeDelete: async ({ tx, caller }, records) => {
        const boms = records.map((record) => String(record['bom']))
        const screens = await screensOf(services, caller)
        const screen = screens.find((candidate) => candidate.name === 'bom-component')
        if (screen)
          await deleteRecords(
            { tx, caller, screen, screens, hooks: {} },
            sql`t.organization_id = ${caller.organizationId} and t.bom = any(${boms}::text[])`,
          )
      },
    },
    'bom-component': {
      beforeWrite: async (context, values, current) => {
        const { bom, component }: Values = { ...current, ...values }
        if (typeof bom !== 'string' || typeof component !== 'string') return []
        const made = (await materialOf(context, bom)) ?? ((await materialNamed(context, bom)) ? bom : null)
        if (made === null)
          return [issue('bom', 'reference', `There is no bill of materials ${bom}, nor a material of that number`)]
        await oneAtATime(context)
        const way = await wayDown(context.tx, context.caller.organizationId, component, made)
        return way ? [issue('component', 'cycle', `The bill would lead back to itself: ${circle(made, way)}`)] : []
      },
      afterWrite: async (context, record, current) => {
        const bom = String(record['bom'] ?? current?.['bom'])
        if (current || (await materialOf(context, bom)) !== null) return
        const material = await materialNamed(context, bom)
        const screens = await screensOf(services, context.caller)
        const screen = screens.find((candidate) => candidate.name === 'bill-of-materials')
        if (!screen || !material) return
        await createRecord(
          { tx: context.tx, caller: context.caller, screen, screens, hooks: {} },
          { bom, material_number: bom, description: material.description ?? bom },
        )
      },
    },
  }
}
