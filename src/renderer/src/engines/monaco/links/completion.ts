import type * as Monaco from 'monaco-editor/editor'
import { contentPath, siteOf, type ContentPath } from '../../../../../common/content/paths'
import { api } from '../../../api'
import { knownFiles } from '../../tree/tree-state'
import { tree, walkSite } from '../../tree/tree-store'
import { isOfDocument } from '../document-uri'
import { addressesOf, fileMeant } from './offers'
import { typedAddress } from './typed-address'

/** More are no list. */
const MOST = 500

/** Offers addresses where one is typed: the pages and media of the site, and behind `#` what a page has (LK10). */
export function offerAddresses(monaco: typeof Monaco): void {
  monaco.languages.registerCompletionItemProvider(['html', 'json'], {
    triggerCharacters: ['"', "'", '/', '#'],
    async provideCompletionItems(model, position) {
      const before = model.getLineContent(position.lineNumber).slice(0, position.column - 1)
      const typed = isOfDocument(model.uri) ? typedAddress(before, model.getLanguageId()) : null
      if (!typed) return { suggestions: [] }
      const path = contentPath(model.uri.path)
      const range = {
        startLineNumber: position.lineNumber,
        endLineNumber: position.lineNumber,
        startColumn: typed.from + 1,
        endColumn: position.column
      }
      const { CompletionItemKind } = monaco.languages
      const found = typed.value.includes('#')
        ? await places(typed.value, path)
        : await addresses(typed.value, path)
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

interface Offer {
  readonly value: string
  readonly kind: 'page' | 'media' | 'place'
}

async function filesOf(path: ContentPath): Promise<ContentPath[]> {
  if (tree().root !== siteOf(path)) return []
  await walkSite()
  return knownFiles(tree()).map((file) => file.path)
}

async function addresses(value: string, path: ContentPath): Promise<Offer[]> {
  const wanted = value.toLowerCase()
  return addressesOf(await filesOf(path), path)
    .filter((one) => one.value.toLowerCase().includes(wanted))
    .map((one) => ({ value: one.value, kind: one.isPage ? 'page' : 'media' }))
}

async function places(value: string, path: ContentPath): Promise<Offer[]> {
  const file = fileMeant(value, path, new Set(await filesOf(path)))
  if (file === null) return []
  const before = value.slice(0, value.indexOf('#') + 1)
  try {
    const { anchors } = await api.links(file, { limit: 1 })
    return anchors.map((name) => ({ value: before + encodeURI(name), kind: 'place' }))
  } catch {
    // a page that is gone, or not for this person, has no places that are offered
    return []
  }
}
