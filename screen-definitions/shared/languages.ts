import type { Choice } from '#src/definition'

const codes =
  'af sq am ar hy az eu be bn bs bg my ca zh zh-CN zh-TW hr cs da nl nl-BE en en-GB en-US et fi fr fr-BE fr-CA fr-CH gl ka de de-AT de-CH el gu he hi hu is id ga it it-CH ja kn kk km ko ky lo lv lt lb mk ms ml mt mr mn ne nb nn no fa pl pt pt-BR pt-PT pa ro ru sr si sk sl so es es-MX sw sv tl ta te th tr tk uk ur uz vi cy zu'

const names = new Intl.DisplayNames('en', { type: 'language' })

/** The languages that texts can be kept in, by the code a browser asks with. */
export const languages: readonly Choice[] = codes
  .split(' ')
  .map((value) => ({ value, label: names.of(value) ?? value }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
