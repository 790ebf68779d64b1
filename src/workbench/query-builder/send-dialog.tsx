import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input } from '#src/ui/input.tsx'
import { notify } from '#src/ui/notify.ts'
import { Segmented } from '#src/ui/segmented.tsx'
import { sendResult } from './query-api.ts'

interface SendDialogProps {
  readonly id: number
  readonly parameters: Readonly<Record<string, unknown>>
  readonly email: string
  readonly onClose: () => void
}

const formats = [
  { value: 'xlsx', label: 'Excel' },
  { value: 'csv', label: 'CSV' },
  { value: 'pdf', label: 'PDF' },
] as const

/** Sends the result as a file to people of the organisation. */
export function SendDialog({ id, parameters, email, onClose }: SendDialogProps) {
  const [to, setTo] = useState(email)
  const [format, setFormat] = useState<'xlsx' | 'csv' | 'pdf'>('xlsx')
  const send = useMutation({
    meta: { quiet: true },
    mutationFn: () => sendResult({ format_id: id, parameters, format, email_address: to }),
    onSuccess: ({ message }) => {
      notify.success(message ?? 'Sent')
      onClose()
    },
  })
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    send.mutate()
  }
  const problem =
    send.error instanceof ApiError
      ? (send.error.issues[0]?.message ?? errorMessage(send.error))
      : send.error
        ? errorMessage(send.error)
        : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      title="Send the result by email"
      size="sm"
      footer={
        <>
          <Button onClick={onClose} disabled={send.isPending}>
            Cancel
          </Button>
          <Button variant="primary" busy={send.isPending} onClick={() => submit()}>
            Send
          </Button>
        </>
      }
    >
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <FieldFrame
          label="To"
          required
          error={problem}
          help="Addresses of your organization, with commas between them."
        >
          {(wiring) => <Input {...wiring} autoFocus value={to} onChange={(event) => setTo(event.target.value)} />}
        </FieldFrame>
        <Segmented label="As" options={formats} value={format} onChange={setFormat} />
      </form>
    </Dialog>
  )
}
