import type { DemoMasters, Row } from './masters.ts'

const kits = 14

const designs: readonly Row[] = [
  {
    profile: 'SERVICE',
    description: 'Services: no weights, no identification',
    status: 'active',
    applies_to: [{ value: 'service' }],
    views: [{ view: 'General' }, { view: 'Prices and costs' }],
  },
  {
    profile: 'PACKAGING',
    description: 'Packaging: weights first',
    status: 'active',
    applies_to: [{ value: 'packaging' }],
    views: [{ view: 'General' }, { view: 'Units and weights' }, { view: 'Identification and use' }],
  },
]

/** Kits of two levels over the materials of the demo: every third kit holds the one before it. */
export function makeBills(masters: DemoMasters): Readonly<Record<string, readonly Row[]>> {
  const materials = masters.materials
  const count = Math.min(kits, Math.floor(materials.length / 8))
  const tops = materials.slice(0, count)
  const parts = materials.slice(count)
  const number = (one: Row | undefined): string => String(one?.['material_number'])
  return {
    'material-design': designs,
    'bill-of-materials': tops.map((one) => ({
      bom: number(one),
      description: `Kit: ${String(one['material_description'])}`.slice(0, 120),
      material_number: number(one),
      usage: 'sales',
      alternative: 1,
      base_quantity: '1',
      status: 'active',
      valid_from: '2024-01-01',
    })),
    'bom-component': tops.flatMap((one, at) => [
      ...[0, 1, 2].map((place) => ({
        bom: number(one),
        item_number: String((place + 1) * 10).padStart(4, '0'),
        component: number(parts[(at * 3 + place) % parts.length]),
        quantity: String(1 + ((at + place) % 4)),
        scrap: place === 2 ? '2.5' : '0',
        fixed_quantity: false,
        phantom: false,
        valid_from: '2024-01-01',
      })),
      ...(at % 3 === 2
        ? [
            {
              bom: number(one),
              item_number: '0040',
              component: number(tops[at - 1]),
              quantity: '2',
              scrap: '0',
              fixed_quantity: false,
              phantom: true,
              valid_from: '2024-01-01',
            },
          ]
        : []),
    ]),
  }
}
