import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ScreenDefinition } from '#src/definition'
import { errorMessage } from '#src/data/api-error.ts'
import { download } from '#src/data/download.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { DownloadIcon, HistoryIcon, MoreIcon, TrashIcon, UndoIcon } from '#src/ui/icons.tsx'
import { Menu, type MenuEntry } from '#src/ui/menu.tsx'
import { notify } from '#src/ui/notify.ts'
import { useAllowed } from '#src/widgets/use-allowed.ts'
import { afterDesign, exportPath, portraitQuery, type Portrait } from './studio-api.ts'
import type { Designing } from './use-design.ts'
import { VersionsDialog } from './versions-dialog.tsx'

interface StudioMenuProps {
  readonly portrait: Portrait
  readonly definition: ScreenDefinition
  /** Given for a screen that can be changed. */
  readonly design?: Designing
  /** Called before the page is left because there is nothing on it any more. */
  readonly onGone?: () => void
}

/** What is done seldom: versions, the file, taking out of use, throwing away. */
export function StudioMenu({ portrait, definition, design, onGone }: StudioMenuProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const mayDesign = useAllowed()('designer.write') && design !== undefined
  const [asked, setAsked] = useState<'versions' | 'retire' | 'discard' | null>(null)
  const close = () => setAsked(null)
  const file = useMutation({
    meta: { quiet: true },
    mutationFn: () => download(exportPath(portrait.name), { name: `${portrait.name}.screen.json` }),
    onError: (error) => notify.error(errorMessage(error)),
  })
  const { own } = portrait
  const isNeverUsed = own?.state === 'draft'
  const items: MenuEntry[] = [
    ...(own ? [{ label: 'Versions', icon: HistoryIcon, onSelect: () => setAsked('versions') }] : []),
    { label: 'Export as a file', icon: DownloadIcon, onSelect: () => file.mutate() },
    ...(mayDesign && own?.state === 'published'
      ? (['separator', { label: 'Take out of use', icon: UndoIcon, onSelect: () => setAsked('retire') }] as const)
      : []),
    ...(mayDesign && (isNeverUsed || own?.has_draft)
      ? ([
          'separator',
          {
            label: isNeverUsed ? 'Throw the screen away' : 'Throw the draft away',
            icon: TrashIcon,
            danger: true,
            onSelect: () => setAsked('discard'),
          },
        ] as const)
      : []),
  ]
  return (
    <>
      <Menu
        label="More"
        align="end"
        items={items}
        trigger={(props) => <IconButton {...props} bordered icon={MoreIcon} label="More" />}
      />
      {asked === 'versions' ? (
        <VersionsDialog
          name={portrait.name}
          current={definition}
          onClose={close}
          {...(mayDesign
            ? {
                onTake: (taken: ScreenDefinition) => {
                  design.edit(taken)
                  close()
                },
              }
            : {})}
        />
      ) : null}
      <ConfirmDialog
        open={asked === 'retire'}
        title={`Take ${definition.label[1].toLowerCase()} out of use?`}
        confirmLabel="Take out of use"
        busy={design?.step.isPending ?? false}
        onClose={close}
        onConfirm={() => design?.step.mutate({ to: 'retire', note: null }, { onSettled: close })}
      >
        Nobody finds it any more, and its calls answer nothing. Its records are kept, and it can be put to use again.
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'discard'}
        title={isNeverUsed ? 'Throw this screen away?' : 'Throw the draft away?'}
        confirmLabel="Throw away"
        danger
        busy={design?.discard.isPending ?? false}
        onClose={close}
        onConfirm={() =>
          design?.discard.mutate(undefined, {
            onSuccess: async () => {
              close()
              onGone?.()
              await navigate('/studio')
              client.removeQueries({ queryKey: portraitQuery(portrait.name).queryKey })
              await afterDesign(client, { shell: false })
            },
          })
        }
      >
        {isNeverUsed ? 'It was never in use, so nothing else is lost.' : 'What is in use stays as it is.'}
      </ConfirmDialog>
    </>
  )
}
