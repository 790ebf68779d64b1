import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

interface Speaker {
  readonly id: number
  readonly email: string
  readonly role: string
}

interface Thread {
  readonly code: string
  readonly by: string
  readonly days: number
  readonly text: string
  readonly solved?: boolean
  readonly answers?: readonly (readonly [by: string, text: string])[]
}

const threads: readonly Thread[] = [
  {
    code: 'COLLAB-1',
    by: 'ANALYST',
    days: 9,
    text: 'Do the sales that were returned in the quarter lower the volume for the tiers, or only the amount?',
    solved: true,
    answers: [
      ['ADMINISTRATOR', 'Both: a return is a sales line below zero. What counts is under /universal-eligibility.'],
      ['ANALYST', 'Then the tier of the spring contract is right. Thank you.'],
    ],
  },
  {
    code: 'COLLAB-1',
    by: 'ADMINISTRATOR',
    days: 2,
    text: '@Anna Meyer, the partner asks for the accruals by product group before the talk on Thursday. Can you prepare them?',
    answers: [['ANALYST', 'Yes, from /posting-summary. I attach the file to the contract tomorrow.']],
  },
  { code: 'COLLAB-2', by: 'READER', days: 1, text: 'Which price list do we show to the buying group this year?' },
  {
    code: 'COLLAB-3',
    by: 'ANALYST',
    days: 4,
    text: 'The sell-out file of last month has two lines without a material. Wait for a new one, or upload the rest?',
    answers: [['ADMINISTRATOR', 'Upload the rest; the two lines stay listed under /uploads until they are corrected.']],
  },
]

/** Makes the demo's people members of its collaborations and has them ask and answer. */
export async function loadChats(tx: Tx, organizationId: number, speakers: readonly Speaker[]): Promise<void> {
  const by = (role: string) => speakers.find((one) => one.role === role)
  const owner = by('ADMINISTRATOR')!
  const members = speakers
    .filter((one) => one !== owner)
    .map(({ email, role }) => ({ user: email, part: role === 'READER' ? 'member' : 'lead' }))
  await tx.query(sql`
    update collaboration set owner = ${owner.email}, members = ${JSON.stringify(members)}::jsonb
     where organization_id = ${organizationId} and code in ('COLLAB-1', 'COLLAB-2', 'COLLAB-3')`)
  for (const { code, by: asker, days, text, solved = false, answers = [] } of threads) {
    const author = by(asker)
    if (!author || answers.some(([role]) => !by(role))) continue
    const named = speakers.filter(({ role }) => role === 'ANALYST' && text.startsWith('@')).map(({ id }) => id)
    const [question] = await tx.query<{ id: number }>(sql`
      insert into chat_question (organization_id, collaboration_id, user_id, text, mentions, solved, asked_at, last_at)
      select organization_id, id, ${author.id}, ${text}, ${named}::bigint[], ${solved}, now() - ${days} * interval '1 day',
             now() - ${days} * interval '1 day' + ${answers.length} * interval '3 hours'
        from collaboration where organization_id = ${organizationId} and code = ${code} returning id`)
    if (!question) continue
    for (const [at, [role, words]] of answers.entries())
      await tx.query(sql`
        insert into chat_answer (organization_id, question_id, user_id, text, mentions, answered_at)
        values (${organizationId}, ${question.id}, ${by(role)!.id}, ${words}, ${[author.id]}::bigint[], now() - ${days} * interval '1 day' + ${at + 1} * interval '3 hours')`)
  }
}
