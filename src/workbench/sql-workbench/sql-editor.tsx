import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, toggleComment } from '@codemirror/commands'
import { PostgreSQL, sql } from '@codemirror/lang-sql'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import { meantAt } from './meant.ts'
import { codeLooks } from '#src/widgets/code/code-looks.ts'
import type { SqlProblem, WorkbenchTable } from './workbench-api.ts'

/** What the page does with the editor. */
export interface SqlEditorHandle {
  /** Writes at the cursor, over what is selected. */
  insert(text: string): void
  /** Goes to a place, line and column counted from 1. */
  goTo(line: number, column: number): void
  focus(): void
  /** What is run: what is selected, else the statement at the cursor; and where it begins. */
  meant(): { readonly text: string; readonly from: number }
}

interface SqlEditorProps {
  readonly text: string
  readonly tables: readonly WorkbenchTable[]
  readonly problem: SqlProblem | null
  readonly onChange: (text: string) => void
  readonly onRun: () => void
  readonly onSave: () => void
  readonly ref?: Ref<SqlEditorHandle>
}

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent-ink)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--ink-3)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--chart-4)' },
])

const languageOf = (tables: readonly WorkbenchTable[]) =>
  sql({
    dialect: PostgreSQL,
    schema: Object.fromEntries(
      tables.map((table) => [
        table.name,
        {
          self: { label: table.name, type: 'type', detail: table.label },
          children: table.columns.map(({ name, label }) => ({ label: name, type: 'property', detail: label })),
        },
      ]),
    ),
  })

/** The text of a statement, coloured, with the tables and columns one may read offered while one types, and what is wrong at its place. */
export function SqlEditor({ text, tables, problem, onChange, onRun, onSave, ref }: SqlEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const language = useRef(new Compartment())
  const given = useRef({ onChange, onRun, onSave })
  given.current = { onChange, onRun, onSave }
  const first = useRef({ text, tables })
  useEffect(() => {
    const editor = new EditorView({
      parent: place.current!,
      state: EditorState.create({
        doc: first.current.text,
        extensions: [
          keymap.of([
            { key: 'Mod-Enter', run: (editor) => (closeCompletion(editor), given.current.onRun(), true) },
            { key: 'Mod-s', run: () => (given.current.onSave(), true) },
            { key: 'Mod-/', run: toggleComment },
          ]),
          lineNumbers(),
          lintGutter(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          highlightActiveLine(),
          language.current.of(languageOf(first.current.tables)),
          syntaxHighlighting(colours),
          codeLooks,
          placeholder('select customer_number, customer_name from customer'),
          autocompletion(),
          // Tab stays what it is everywhere: the way out of the editor.
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': 'SQL statement', tabindex: '0' }),
          // What is offered goes with the focus, also where it was still being looked for.
          EditorView.domEventHandlers({ blur: (_event, editor) => void setTimeout(() => closeCompletion(editor)) }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) given.current.onChange(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [])
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === text) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } })
  }, [text])
  useEffect(() => {
    view.current?.dispatch({ effects: language.current.reconfigure(languageOf(tables)) })
  }, [tables])
  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const at = problem?.position ? placeAt(editor.state, problem.position.line, problem.position.column) : null
    const to = at === null ? 0 : Math.max(editor.state.wordAt(at)?.to ?? 0, Math.min(at + 1, editor.state.doc.length))
    const found =
      problem && at !== null
        ? [{ from: Math.min(at, to), to, severity: 'error' as const, message: problem.message }]
        : []
    editor.dispatch(setDiagnostics(editor.state, found))
  }, [problem])
  useImperativeHandle(ref, () => ({
    insert: (inserted) => {
      const editor = view.current
      if (!editor) return
      editor.dispatch(editor.state.replaceSelection(inserted))
      editor.focus()
    },
    goTo: (line, column) => {
      const editor = view.current
      if (!editor) return
      editor.dispatch({ selection: { anchor: placeAt(editor.state, line, column) }, scrollIntoView: true })
      editor.focus()
    },
    focus: () => view.current?.focus(),
    meant: () => {
      const { state } = view.current!
      const { from, to, head } = state.selection.main
      const selected = state.sliceDoc(from, to)
      return selected.trim() === '' ? meantAt(state.doc.toString(), head) : { text: selected, from }
    },
  }))
  return <div ref={place} className="h-full min-h-0 overflow-hidden rounded-lg border border-line" />
}

function placeAt(state: EditorState, line: number, column: number): number {
  const found = state.doc.line(Math.min(Math.max(1, line), state.doc.lines))
  return Math.min(found.to, found.from + column - 1)
}
