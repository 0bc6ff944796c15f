import { isPage } from '../files'
import { contentPath, segmentsOf, splitName } from '../../content/paths'
import { GalleyError } from '../../errors'

/** A folder whose documents open in the structured-content editor (description, “Editor binding”). */
export interface EditorBinding {
  /** `/<org>/<site>/<folder>`, without a slash at the end. */
  readonly folder: string
  /** The editor's address, as written. */
  readonly editor: string
}

export const BINDING_KEY = 'editor.path'

type BindingReading = { readonly binding: EditorBinding } | { readonly problem: string }

/** Reads the value of an `editor.path` entry: `/<org>/<site>/<folder>=<editor address>`. */
export function parseBinding(value: string): BindingReading {
  const cut = value.indexOf('=')
  if (cut < 0)
    return { problem: 'Write the folder, “=”, and the editor’s address: /org/site/folder=https://…' }
  const folder = folderOf(value.slice(0, cut).trim())
  if ('problem' in folder) return folder
  const editor = value.slice(cut + 1).trim()
  if (!isAddress(editor))
    return {
      problem:
        'The editor’s address is missing or is none. It is a whole address, or one within Galley that begins with “/” or “#”.'
    }
  return { binding: { folder: folder.path, editor } }
}

function folderOf(text: string): { readonly path: string } | { readonly problem: string } {
  const tooShort =
    'The folder must begin with a slash and name organization, site and folder: /org/site/folder'
  if (!text.startsWith('/')) return { problem: tooShort }
  try {
    const path = contentPath(text.replace(/(?<!\/)\/+$/, ''))
    return segmentsOf(path).length < 3 ? { problem: tooShort } : { path }
  } catch (error) {
    if (error instanceof GalleyError) return { problem: error.message }
    throw error
  }
}

/** A whole address, or one within Galley. */
const isAddress = (text: string) => /^([a-z][a-z0-9+.-]*:\/\/|[/#])\S*$/i.test(text)

/** The value of an `editor.path` entry; the inverse of `parseBinding`. */
export function formatBinding({ folder, editor }: EditorBinding): string {
  return `${folder}=${editor}`
}

/**
 * The bindings among the rows of a config's `key`/`value` sheet, in their order; entries that cannot be read
 * are left out.
 */
export function bindingsIn(rows: readonly Readonly<Record<string, unknown>>[]): EditorBinding[] {
  return rows.flatMap(({ key, value }) => {
    if (typeof key !== 'string' || key.trim() !== BINDING_KEY || typeof value !== 'string') return []
    const reading = parseBinding(value)
    return 'binding' in reading ? [reading.binding] : []
  })
}

/**
 * The binding that decides for a document: the longest folder that it lies in, whole segments only; of two
 * for one folder the first. `null` for documents that are not bound, and for everything that is no HTML
 * document (map A).
 * @param path with or without `.html`
 */
export function bindingFor(bindings: readonly EditorBinding[], path: string): EditorBinding | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (/\.[^.]+$/.test(name) && !isPage(splitName(name).ext)) return null
  let best: EditorBinding | null = null
  for (const binding of bindings) {
    if (path.startsWith(`${binding.folder}/`) && binding.folder.length > (best?.folder.length ?? 0))
      best = binding
  }
  return best
}

/** Where a bound document opens: the editor's address followed by its path without `.html`. */
export function editorAddress(binding: EditorBinding, path: string): string {
  return binding.editor + path.replace(/\.html$/i, '')
}
