import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { Button } from '#src/ui/button.tsx'
import { CloseIcon, CopyIcon, DownloadIcon, FileIcon, MailIcon, MoreIcon, PlayIcon, UndoIcon } from '#src/ui/icons.tsx'
import { commandKey, Kbd } from '#src/ui/kbd.tsx'
import { Menu, type MenuEntry } from '#src/ui/menu.tsx'
import { notify } from '#src/ui/notify.ts'
import { markOf } from '#src/widgets/csv-marks.ts'
import { type Asked, downloadResult, mailResult } from './workbench-api.ts'

interface WorkbenchActionsProps {
  /** What is meant at this moment. */
  readonly asked: () => Asked
  /** The name it is saved under. */
  readonly name: string | null
  readonly canRun: boolean
  readonly isRunning: boolean
  readonly canSave: boolean
  readonly onRun: () => void
  readonly onCancel: () => void
  readonly onSave: () => void
  readonly onSaveAs: () => void
  readonly onRevert: (() => void) | undefined
}

/** What is done with a statement: run, keep, take its whole result away as a file or a mail. */
export function WorkbenchActions(props: WorkbenchActionsProps) {
  const { asked, name, canRun, isRunning, canSave, onRun, onCancel, onSave, onSaveAs, onRevert } = props
  const [isWriting, setWriting] = useState(false)
  const taking = useRef<AbortController>(null)
  // Whoever leaves waits for no file.
  useEffect(() => () => taking.current?.abort(), [])
  const take = async (work: (signal: AbortSignal) => Promise<string | undefined>) => {
    const one = new AbortController()
    taking.current = one
    setWriting(true)
    try {
      const said = await work(one.signal)
      if (said) notify.success(said)
    } catch (error) {
      if (one.signal.aborted) notify.info('The file was cancelled')
      else notify.error(errorMessage(error))
    } finally {
      taking.current = null
      setWriting(false)
    }
  }
  const file = (format: 'csv' | 'xlsx') => () =>
    void take(async (signal) => `${await downloadResult(asked(), format, markOf(userLocale()), signal)} is downloaded`)
  const items: MenuEntry[] = [
    { label: 'Save under a new name', icon: CopyIcon, disabled: !canRun, onSelect: onSaveAs },
    { label: 'Back to what is saved', icon: UndoIcon, disabled: !onRevert, onSelect: () => onRevert?.() },
    'separator',
    { heading: 'The whole result' },
    { label: 'Download for Excel', icon: DownloadIcon, disabled: !canRun, onSelect: file('xlsx') },
    { label: 'Download as CSV', icon: FileIcon, disabled: !canRun, onSelect: file('csv') },
    {
      label: 'Send me a mail with it',
      icon: MailIcon,
      disabled: !canRun,
      onSelect: () => void take(async (signal) => (await mailResult(asked(), signal)).message),
    },
  ]
  return (
    <>
      {isWriting ? (
        <Button icon={CloseIcon} onClick={() => taking.current?.abort()}>
          Cancel the file
        </Button>
      ) : null}
      <Menu
        label="More with the statement"
        align="end"
        items={items}
        trigger={(trigger) => (
          <Button {...trigger} icon={MoreIcon} disabled={isWriting}>
            More
          </Button>
        )}
      />
      <Button disabled={!canSave} onClick={onSave}>
        {name === null ? 'Save' : 'Save changes'}
      </Button>
      {isRunning ? (
        <Button icon={CloseIcon} onClick={onCancel}>
          Cancel
        </Button>
      ) : (
        <Button variant="primary" icon={PlayIcon} disabled={!canRun} onClick={onRun}>
          Run
          <span className="ms-1 hidden sm:inline-flex" aria-hidden="true">
            <Kbd>{commandKey()} ↵</Kbd>
          </span>
        </Button>
      )}
    </>
  )
}
