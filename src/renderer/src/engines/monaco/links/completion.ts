import type * as Monaco from 'monaco-editor/editor'
import { contentPath } from '../../../../../common/content/paths'
import { offeredAddresses } from '../../addresses/offered'
import { hasAddresses } from '../document-uri'
import { typedAddress } from './typed-address'

/** More are no list. */
const MOST = 500

/** Offers addresses where one is typed: the pages and media of the site, and behind `#` what a page has (LK10). */
export function offerAddresses(monaco: typeof Monaco): void {
  monaco.languages.registerCompletionItemProvider(['html', 'json'], {
    triggerCharacters: ['"', "'", '/', '#'],
    async provideCompletionItems(model, position) {
      const before = model.getLineContent(position.lineNumber).slice(0, position.column - 1)
      const typed = hasAddresses(model.uri) ? typedAddress(before, model.getLanguageId()) : null
      if (!typed) return { suggestions: [] }
      const path = contentPath(model.uri.path)
      const range = {
        startLineNumber: position.lineNumber,
        endLineNumber: position.lineNumber,
        startColumn: typed.from + 1,
        endColumn: position.column
      }
      const { CompletionItemKind } = monaco.languages
      const found = await offeredAddresses(typed.value, path)
      return {
        incomplete: found.length > MOST,
        suggestions: found.slice(0, MOST).map(({ value, kind }, at) => ({
          label: value,
          insertText: model.getLanguageId() === 'html' ? value.replaceAll('&', '&amp;') : value,
          filterText: value,
          sortText: String(at).padStart(6, '0'),
          kind: {
            page: CompletionItemKind.File,
            media: CompletionItemKind.Color,
            place: CompletionItemKind.Reference
          }[kind],
          range
        }))
      }
    }
  })
}
