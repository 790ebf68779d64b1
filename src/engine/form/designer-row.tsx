import type { Field } from '#src/definition'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { cx } from '#src/ui/cx.ts'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ArrowDownIcon, ArrowUpIcon, DragIcon, SettingsIcon, UndoIcon } from '#src/ui/icons.tsx'
import { Input, Textarea } from '#src/ui/input.tsx'
import { Popover } from '#src/ui/popover.tsx'
import { Select } from '#src/ui/select.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { typeWord } from '#src/widgets/type-words.ts'
import { OfferedChoices } from './offered-choices.tsx'
import { designed, type DesignDelta } from './designer-model.ts'

export interface DesignerRowProps {
  /** As it is in force now, all layers applied. */
  readonly field: Field
  readonly delta: DesignDelta | null | undefined
  readonly changed: boolean
  readonly problem: string | undefined
  readonly index: number
  readonly count: number
  readonly onChange: (change: DesignDelta) => void
  readonly onMove: (to: number) => void
  readonly onReset: () => void
  readonly onWhy: () => void
  /** Whom the layer is for may not see the field, whatever is said here. */
  readonly denied: boolean
  /** Somebody enters values; where nobody does, nothing can be required or begin with a default. */
  readonly entered: boolean
  readonly dragging: boolean
  /** 'over' names the field that the pointer is above. */
  readonly onDrag: (state: 'start' | 'over' | 'end', over?: string) => void
}

const layerWords: Readonly<Record<string, string>> = { organization: 'organization', role: 'role', user: 'user' }
const propertyWords: Readonly<Record<string, string>> = {
  label: 'label',
  help: 'help text',
  hidden: 'shown or hidden',
  required: 'required',
  width: 'width',
  default: 'default',
  choices: 'choices',
  format: 'format',
  attribute: 'added',
}

const why = (field: Field): string =>
  (field.layers ?? [])
    .map((entry) => `${propertyWords[entry.property] ?? entry.property} by ${layerWords[entry.layer] ?? entry.layer}`)
    .join(', ')

/** One field in the designer: its place, its label, and what else the layer changes of it. */
export function DesignerRow({
  field: now,
  delta,
  changed,
  problem,
  index,
  count,
  onChange,
  onMove,
  onReset,
  onWhy,
  denied,
  entered,
  dragging,
  onDrag,
}: DesignerRowProps) {
  const field = designed(now, delta)
  const isAttribute = now.layers?.some((entry) => entry.property === 'attribute') ?? false
  const fixed = now.required && !delta?.required
  return (
    <li
      data-design-field={now.id}
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-2 last:border-0',
        dragging && 'bg-accent-soft',
        field.hidden && 'bg-background',
      )}
    >
      <span className="flex items-center">
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Drag ${field.label}`}
          className="cursor-grab touch-none px-0.5 text-ink-3"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            onDrag('start')
          }}
          onPointerMove={(event) => {
            if (!dragging) return
            const over = document
              .elementFromPoint(event.clientX, event.clientY)
              ?.closest<HTMLElement>('[data-design-field]')?.dataset.designField
            if (over && over !== now.id) onDrag('over', over)
          }}
          onPointerUp={() => onDrag('end')}
          onPointerCancel={() => onDrag('end')}
        >
          <DragIcon />
        </button>
        <IconButton
          icon={ArrowUpIcon}
          size="sm"
          label={`Move ${field.label} up`}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        />
        <IconButton
          icon={ArrowDownIcon}
          size="sm"
          label={`Move ${field.label} down`}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        />
      </span>
      <span className="min-w-44 flex-1">
        <Input
          aria-label={`Label of ${now.label}`}
          value={delta?.label ?? now.label}
          invalid={Boolean(problem)}
          onChange={(event) => onChange({ label: event.target.value })}
          maxLength={80}
        />
      </span>
      <span className="w-44 min-w-0 text-sm">
        <span className="block truncate font-mono text-ink-2">{now.id}</span>
        {now.layers?.length ? (
          <button
            type="button"
            className="block max-w-full truncate text-left text-accent-ink hover:underline"
            data-tip={why(now)}
            onClick={onWhy}
          >
            Why?<span className="sr-only"> {now.label}</span> Changed: {why(now)}
          </button>
        ) : (
          <span className="flex gap-2">
            <span className="truncate text-ink-3">{denied ? 'No permission to see it' : typeWord(now)}</span>
            <button type="button" className="shrink-0 text-accent-ink hover:underline" onClick={onWhy}>
              Why?<span className="sr-only"> {now.label}</span>
            </button>
          </span>
        )}
      </span>
      <span className="flex items-center gap-3">
        <Checkbox
          label="Shown"
          checked={!field.hidden}
          onChange={(event) => onChange({ hidden: !event.target.checked })}
        />
        {entered ? (
          <Checkbox
            label="Required"
            checked={field.required}
            disabled={fixed || now.readOnly}
            onChange={(event) => onChange({ required: event.target.checked ? true : null })}
          />
        ) : null}
      </span>
      <Popover
        label={`More of ${field.label}`}
        align="end"
        className="w-80"
        trigger={(props) => <IconButton {...props} icon={SettingsIcon} label={`More of ${field.label}`} size="sm" />}
      >
        <div className="flex flex-col gap-3">
          <FieldFrame label="Help text">
            {(wiring) => (
              <Textarea
                {...wiring}
                rows={2}
                maxLength={400}
                value={delta?.help ?? now.help ?? ''}
                onChange={(event) => onChange({ help: event.target.value })}
              />
            )}
          </FieldFrame>
          {entered ? (
            <FieldFrame label="Default value">
              {(wiring) =>
                field.choices ? (
                  <Select
                    {...wiring}
                    placeholder="None"
                    options={field.choices}
                    value={String(delta?.default ?? now.default ?? '')}
                    onChange={(event) => onChange({ default: event.target.value })}
                  />
                ) : (
                  <Input
                    {...wiring}
                    value={String(delta?.default ?? now.default ?? '')}
                    maxLength={200}
                    onChange={(event) => onChange({ default: event.target.value })}
                  />
                )
              }
            </FieldFrame>
          ) : null}
          <FieldFrame label="Column width" help="In pixels, 40 to 1000">
            {(wiring) => (
              <Input
                {...wiring}
                numeric
                inputMode="numeric"
                value={String(delta?.width ?? now.width ?? '')}
                onChange={(event) =>
                  /^\d{0,4}$/.test(event.target.value) &&
                  onChange({ width: event.target.value === '' ? null : Number(event.target.value) })
                }
              />
            )}
          </FieldFrame>
          {delta?.attribute_type ? (
            <div className="flex flex-col gap-2">
              {['text', 'longText', 'choice', 'reference'].includes(now.type) ? (
                <Checkbox
                  label="Found by search"
                  checked={delta.attribute_search === true}
                  onChange={(event) => onChange({ attribute_search: event.target.checked || null })}
                />
              ) : null}
              <Checkbox
                label="Fast to filter and sort in long lists"
                checked={delta.attribute_index === true}
                onChange={(event) => onChange({ attribute_index: event.target.checked || null })}
              />
            </div>
          ) : null}
          {now.choices ? (
            <OfferedChoices
              all={now.choices}
              kept={delta?.choices ?? now.choices}
              onChange={(choices) => onChange({ choices })}
            />
          ) : null}
        </div>
      </Popover>
      <span className="flex w-24 items-center justify-end">
        {isAttribute ? <Tag tone="accent">Attribute</Tag> : null}
        {delta ? (
          <IconButton
            icon={UndoIcon}
            size="sm"
            label={isAttribute ? `Remove the attribute ${now.label}` : `Take back the changes of ${now.label}`}
            onClick={onReset}
          />
        ) : null}
        {changed ? (
          <span className="ml-1 size-2 shrink-0 rounded-full bg-accent" role="img" aria-label="Not saved yet" />
        ) : null}
      </span>
      {problem ? <p className="w-full pl-16 text-sm text-bad">{problem}</p> : null}
    </li>
  )
}
