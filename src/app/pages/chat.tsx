import { ChatPage } from '#src/workbench/chat/chat-page.tsx'
import { Page } from '../page.tsx'

export const CommunityChat = () => (
  <Page title="Community chat">
    <ChatPage />
  </Page>
)
