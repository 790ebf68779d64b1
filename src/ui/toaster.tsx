import { useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import 'sonner/dist/styles.css'
import { ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from './icons.tsx'
import { notificationTime, receiveNotifications } from './notify.ts'
import './toaster.css'

const icons = {
  success: <SuccessIcon className="text-ok" />,
  error: <ErrorIcon className="text-bad" />,
  warning: <WarningIcon className="text-warn" />,
  info: <InfoIcon className="text-accent-ink" />,
}

/** Shows what `notify` says. */
export function Toaster() {
  useEffect(
    () =>
      receiveNotifications(
        ({ kind, message, description, action, id }) => {
          toast[kind](message, { id, description, action, duration: notificationTime })
        },
        (id) => toast.dismiss(id),
      ),
    [],
  )
  return (
    <Sonner
      position="top-right"
      duration={notificationTime}
      icons={icons}
      closeButton
      gap={8}
      visibleToasts={4}
      offset={{ top: 56, right: 16 }}
      mobileOffset={12}
    />
  )
}
