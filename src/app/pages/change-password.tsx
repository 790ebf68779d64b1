import { useState } from 'react'
import { useForm, type UseFormRegister } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { changePassword } from '#src/session/passwords.ts'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { Link } from '#src/ui/link.tsx'
import { notify } from '#src/ui/notify.ts'
import { PageHeader } from '#src/ui/page-header.tsx'
import { showFailure } from '../form-failure.ts'
import { type NewPassword, NewPasswordFields, noNewPassword } from '../new-password-fields.tsx'
import { Notice } from '../notice.tsx'
import { Page } from '../page.tsx'
import { PasswordField } from '../password-field.tsx'

interface ChangeValues extends NewPassword {
  old_password: string
}

/** A new password for somebody who knows the present one. */
export function ChangePassword() {
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<ChangeValues>({ defaultValues: { old_password: '', ...noNewPassword } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ old_password, new_password }) => {
    setFailure(null)
    try {
      notify.success(await changePassword({ old_password, new_password }))
      await navigate('/profile')
    } catch (error) {
      setFailure(showFailure(error, ['old_password', 'new_password'], form.setError))
    }
  })
  return (
    <Page title="Change the password">
      <div className="mx-auto w-full max-w-md">
        <PageHeader
          breadcrumbs={
            <Breadcrumbs
              crumbs={[
                {
                  label: 'Profile',
                  link: (label) => (
                    <Link to="/profile" className="hover:text-ink-1 hover:underline">
                      {label}
                    </Link>
                  ),
                },
                { label: 'Change the password' },
              ]}
            />
          }
          title="Change the password"
          description="Your other sessions are signed out when it is changed."
        />
        <form
          noValidate
          className="mt-5 flex flex-col gap-4 rounded-lg border border-line bg-panel p-5"
          onSubmit={(event) => void submit(event)}
        >
          {failure === null ? null : <Notice tone="error">{failure}</Notice>}
          <PasswordField
            label="Present password"
            autoComplete="current-password"
            error={errors.old_password?.message}
            {...form.register('old_password', { required: 'Enter your present password.' })}
          />
          <NewPasswordFields register={form.register as unknown as UseFormRegister<NewPassword>} errors={errors} />
          <div className="flex justify-end gap-2">
            <Link to="/profile" className={buttonClass()}>
              Cancel
            </Link>
            <Button type="submit" variant="primary" busy={isSubmitting}>
              Change the password
            </Button>
          </div>
        </form>
      </div>
    </Page>
  )
}
