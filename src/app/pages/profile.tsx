import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { api } from '#src/data/api.ts'
import type { Profile } from '#src/data/bootstrap.ts'
import { upload } from '#src/data/upload.ts'
import { slices, useSlice } from '#src/session/slices.ts'
import { userType } from '#src/session/tokens.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { Link } from '#src/ui/link.tsx'
import { notify } from '#src/ui/notify.ts'
import { PageHeader } from '#src/ui/page-header.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { AppearanceChoices } from '../appearance-choices.tsx'
import { Avatar } from '../avatar.tsx'
import { useBootstrap } from '../bootstrap.ts'
import { LocaleChoice } from '../locale-choice.tsx'
import { Page } from '../page.tsx'

/** Who one is here, how the product looks, and what one may open. */
export function ProfilePage() {
  const { profile: first } = useBootstrap()
  const profile = useSlice('profileData') ?? first
  return (
    <Page title="Profile">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
        <PageHeader title="Profile" />
        <Card title="You">
          <div className="flex flex-wrap items-center gap-5">
            <Avatar name={profile.name} path={profile.avatar} size={72} />
            <dl className="grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
              <Fact label="Name">{profile.name}</Fact>
              <Fact label="Email address">{profile.email}</Fact>
              <Fact label="Organization">{profile.organization.name}</Fact>
              <Fact label="Role">{profile.role_name ?? profile.role ?? 'None'}</Fact>
            </dl>
          </div>
          <Picture profile={profile} />
        </Card>
        <Card title="Appearance" help="Kept with your profile, so that it follows you to other machines.">
          <div className="max-w-sm">
            <AppearanceChoices />
          </div>
        </Card>
        <Card
          title="Numbers and dates"
          help="How they are shown, typed and exported, and printed in a PDF. Kept with your profile as well."
        >
          <div className="max-w-sm">
            <LocaleChoice />
          </div>
        </Card>
        <Card title="Absence" help="While you are away a substitute decides about what waits for your approval.">
          <div className="flex flex-wrap gap-2">
            <Link to="/approval-substitutes/new" className={buttonClass()}>
              Name a substitute
            </Link>
            <Link to="/approval-substitutes" className={buttonClass('ghost')}>
              All substitutes
            </Link>
          </div>
        </Card>
        <Card title="Signing in">
          {userType() === 'sso' ? (
            <p className="text-ink-2">
              You sign in with single sign-on. Your password is kept by the identity provider.
            </p>
          ) : (
            <Link to="/profile/password" className={buttonClass()}>
              Change the password
            </Link>
          )}
        </Card>
        <Card title="Applications" help="What your role and your administrator have granted you.">
          <ul className="flex flex-wrap gap-2">
            {profile.authorized_apps.map((name) => (
              <li key={name}>
                <Tag>{name}</Tag>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </Page>
  )
}

function Picture({ profile }: { profile: Profile }) {
  const input = useRef<HTMLInputElement>(null)
  const shown = (avatar: string | null) => slices.set('profileData', { ...profile, avatar })
  const store = useMutation({
    mutationFn: (file: File) => upload<{ avatar: string }>(`users/${profile.id}/avatar`, file, { method: 'PUT' }),
    onSuccess: ({ avatar }) => {
      shown(avatar)
      notify.success('Image has been successfully uploaded.')
    },
  })
  const remove = useMutation({
    mutationFn: () => api.delete(`users/${profile.id}/avatar`),
    onSuccess: () => shown(null),
  })
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label="Picture"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) store.mutate(file)
        }}
      />
      <Button busy={store.isPending} onClick={() => input.current?.click()}>
        {profile.avatar ? 'Replace the picture' : 'Add a picture'}
      </Button>
      {profile.avatar ? (
        <Button variant="ghost" busy={remove.isPending} onClick={() => remove.mutate()}>
          Remove it
        </Button>
      ) : null}
      <span className="text-sm text-ink-3">PNG, JPEG or WebP, at most 1 MB</span>
    </div>
  )
}

function Card({ title, help, children }: { title: string; help?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-panel p-5">
      <h2 className="text-md font-semibold">{title}</h2>
      {help ? <p className="text-ink-2">{help}</p> : null}
      <div className="mt-3.5">{children}</div>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}
