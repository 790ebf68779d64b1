import type { ReactNode } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { type Appearance, useAppearance } from '#src/session/appearance.ts'
import { fonts } from '#src/session/font-names.ts'
import { chooseAppearance } from '#src/session/preferences.ts'
import { MonitorIcon, MoonIcon, SunIcon } from '#src/ui/icons.tsx'
import { notify } from '#src/ui/notify.ts'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'

const modes = [
  { value: 'system', label: 'System', icon: MonitorIcon },
  { value: 'light', label: 'Light', icon: SunIcon },
  { value: 'dark', label: 'Dark', icon: MoonIcon },
] as const

const densities = [
  { value: 'compact', label: 'Compact' },
  { value: 'comfortable', label: 'Default' },
  { value: 'roomy', label: 'Roomy' },
] as const

/** Light or dark, how dense, which font: shown at once, kept with the profile. */
export function AppearanceChoices() {
  const { mode, density, font } = useAppearance()
  const choose = (choice: Partial<Appearance>) => {
    chooseAppearance(choice).catch((error: unknown) => notify.error(errorMessage(error)))
  }
  return (
    <div className="flex flex-col gap-3">
      <Choice label="Theme">
        <Segmented
          label="Theme"
          className="w-full"
          options={modes}
          value={mode}
          onChange={(value) => choose({ mode: value })}
        />
      </Choice>
      <Choice label="Density">
        <Segmented
          label="Density"
          className="w-full"
          options={densities}
          value={density}
          onChange={(value) => choose({ density: value })}
        />
      </Choice>
      <Choice label="Font">
        <Select
          aria-label="Font"
          value={font}
          options={fonts.map((name) => ({ value: name, label: name }))}
          onChange={(event) => choose({ font: fonts.find((name) => name === event.target.value) ?? fonts[0] })}
        />
      </Choice>
    </div>
  )
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden="true" className="text-sm text-ink-3">
        {label}
      </span>
      {children}
    </div>
  )
}
