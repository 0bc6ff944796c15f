import type * as Monaco from 'monaco-editor/editor'
import { completionsAt, readDefinition, type Completion, type Issue } from '../../../../common/query-index'
import { isIndexDefinition } from './index'
import { contentPath } from '../../../../common/content/paths'

const OWNER = 'query-index'
const DELAY = 200
const known = new WeakSet<typeof Monaco>()

/**
 * Marks what is wrong in the text of a definition while it is shown, and offers what can be written.
 * @returns ends it
 */
export function helpWithDefinition(monaco: typeof Monaco, model: Monaco.editor.ITextModel): () => void {
  registerOffers(monaco)
  const check = () => {
    if (!model.isDisposed())
      monaco.editor.setModelMarkers(
        model,
        OWNER,
        readDefinition(model.getValue()).issues.map((issue) => markerOf(monaco, issue))
      )
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const listening = model.onDidChangeContent(() => {
    clearTimeout(timer)
    timer = setTimeout(check, DELAY)
  })
  check()
  return () => {
    clearTimeout(timer)
    listening.dispose()
  }
}

/** Once for all definitions: other YAML is left alone. */
function registerOffers(monaco: typeof Monaco): void {
  if (known.has(monaco)) return
  known.add(monaco)
  monaco.languages.registerCompletionItemProvider('yaml', {
    triggerCharacters: [' ', ':', '('],
    provideCompletionItems(model, position) {
      if (!isDefinitionModel(model)) return { suggestions: [] }
      const { lineNumber, column } = position
      const offset = model.getOffsetAt(position)
      const text = model.getValue()
      const suggestions = completionsAt(text.slice(0, offset), text.slice(offset)).map((one, order) => ({
        label: one.label,
        insertText: one.insert,
        insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet,
        detail: one.detail,
        kind: kindOf(monaco, one),
        sortText: String(order).padStart(3, '0'),
        range: {
          startLineNumber: lineNumber,
          endLineNumber: lineNumber,
          startColumn: column - one.replaces,
          endColumn: column
        }
      }))
      return { suggestions }
    }
  })
}

function isDefinitionModel({ uri }: Monaco.editor.ITextModel): boolean {
  if (uri.scheme !== 'galley-document') return false
  try {
    return isIndexDefinition(contentPath(uri.path))
  } catch {
    return false
  }
}

function kindOf({ languages }: typeof Monaco, { kind }: Completion): Monaco.languages.CompletionItemKind {
  const kinds = languages.CompletionItemKind
  return { key: kinds.Property, function: kinds.Function, variable: kinds.Variable, value: kinds.Value }[kind]
}

function markerOf({ MarkerSeverity }: typeof Monaco, issue: Issue): Monaco.editor.IMarkerData {
  return {
    severity: issue.severity === 'error' ? MarkerSeverity.Error : MarkerSeverity.Warning,
    message: issue.message,
    startLineNumber: issue.line,
    startColumn: issue.column,
    endLineNumber: issue.endLine,
    endColumn: issue.endColumn
  }
}
