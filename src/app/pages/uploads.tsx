import { FormatScreen } from '#src/engine/upload/format-screen.tsx'
import { FormatsScreen } from '#src/engine/upload/formats-screen.tsx'
import { UploadPage } from '#src/engine/upload/upload-page.tsx'
import { UploadsScreen } from '#src/engine/upload/uploads-screen.tsx'
import { Page } from '../page.tsx'

export const Uploads = () => (
  <Page title="Uploads">
    <UploadsScreen />
  </Page>
)

export const OneUpload = () => (
  <Page title="Upload">
    <UploadPage />
  </Page>
)

export const UploadFormats = () => (
  <Page title="Upload formats">
    <FormatsScreen />
  </Page>
)

export const UploadFormat = () => (
  <Page title="Upload format">
    <FormatScreen />
  </Page>
)
