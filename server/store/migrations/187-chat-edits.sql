-- Whoever wrote a message changes it, or takes it away; what was answered already keeps its place without words.
alter table chat_question add column edited_at timestamptz, add column deleted_at timestamptz;
alter table chat_answer add column edited_at timestamptz;
