import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
  syntaxTree,
} from '@codemirror/language'
import { linter, lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import { definitionJsonSchema } from '#src/definition/schema/definition-schema.ts'
import { codeLooks } from '#src/widgets/code/code-looks.ts'
import { pathAt, rangeOf } from './json-place.ts'
import { propertiesAt, valuesAt } from './schema-place.ts'
import type { DesignIssue } from './studio-api.ts'

interface JsonEditorProps {
  readonly text: string
  readonly readOnly?: boolean
  readonly issues: readonly DesignIssue[]
  /** The names of fields and of screens, offered where they are meant. */
  readonly fieldNames: readonly string[]
  readonly screenNames: readonly string[]
  readonly onChange?: (text: string) => void
}

const schema = definitionJsonSchema()

/** Places whose texts are names of fields. */
const namesFields = (path: readonly (string | number)[]): boolean =>
  /^(list\.(columns|sort|filters)|form\.layout|upload\.(upsertOn|fields)|table\.key)\b/.test(path.join('.')) ||
  ['title', 'field', 'after', 'within', 'by'].includes(String(path.at(-1)))

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent-ink)' },
  { tag: tags.string, color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.punctuation, color: 'var(--ink-3)' },
])

/** The text of a definition with completion from the language's own schema, and every finding at its place. */
export function JsonEditor({ text, readOnly = false, issues, fieldNames, screenNames, onChange }: JsonEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const given = useRef({ onChange, fieldNames, screenNames })
  given.current = { onChange, fieldNames, screenNames }
  const first = useRef(text)
  useEffect(() => {
    const editor = new EditorView({
      parent: place.current!,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          lineNumbers(),
          foldGutter(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          highlightActiveLine(),
          json(),
          syntaxHighlighting(colours),
          codeLooks,
          lintGutter(),
          linter(jsonParseLinter(), { delay: 200 }),
          autocompletion({ override: [(context) => complete(context, given.current)] }),
          // Tab stays what it is everywhere: the way out of the editor.
          keymap.of([
            ...closeBracketsKeymap,
            ...defaultKeymap,
            ...historyKeymap,
            ...foldKeymap,
            ...completionKeymap,
            ...lintKeymap,
          ]),
          EditorState.readOnly.of(readOnly),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': 'Definition as JSON', tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) given.current.onChange?.(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [readOnly])
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.hasFocus || editor.state.doc.toString() === text) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } })
  }, [text])
  useEffect(() => {
    const editor = view.current
    if (!editor) return
    editor.dispatch(
      setDiagnostics(
        editor.state,
        issues.map((issue) => diagnosticOf(editor.state, issue)),
      ),
    )
  }, [issues, text])
  return <div ref={place} className="h-full min-h-0 overflow-hidden rounded-lg border border-line" />
}

function diagnosticOf(state: EditorState, { path, message, fix }: DesignIssue): Diagnostic {
  const { from, to } = rangeOf(syntaxTree(state), (start, end) => state.sliceDoc(start, end), path)
  return { from, to, severity: 'error', message: fix ? `${message}: ${fix}` : message }
}

function complete(
  context: CompletionContext,
  { fieldNames, screenNames }: Pick<JsonEditorProps, 'fieldNames' | 'screenNames'>,
): CompletionResult | null {
  const tree = syntaxTree(context.state)
  const { path, isName, from, taken } = pathAt(tree, (start, end) => context.state.sliceDoc(start, end), context.pos)
  if (isName) {
    const options = propertiesAt(schema, path)
      .filter(({ value }) => !taken.includes(value))
      .map(({ value, description }) => ({
        label: `"${value}"`,
        apply: `"${value}"`,
        type: 'property',
        ...(description ? { info: description } : {}),
      }))
    return options.length > 0 ? { from, options } : null
  }
  const names = path.at(-1) === 'target' || path.at(-1) === 'screen' ? screenNames : namesFields(path) ? fieldNames : []
  const values = [...valuesAt(schema, path), ...names.map((name) => JSON.stringify(name))]
  return values.length > 0 ? { from, options: values.map((label) => ({ label, type: 'enum' })) } : null
}
