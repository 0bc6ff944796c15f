/** A folder whose documents open in the structured-content editor (description, “Editor binding”). */
export interface EditorBinding {
  /** `/<org>/<site>/<folder>`, without a slash at the end. */
  readonly folder: string
  /** The editor's address, as written. */
  readonly editor: string
}

export const BINDING_KEY = 'editor.path'

export type BindingReading = { readonly binding: EditorBinding } | { readonly problem: string }

/** Reads the value of an `editor.path` entry: `/<org>/<site>/<folder>=<editor address>`. */
export function parseBinding(value: string): BindingReading {
  const cut = value.indexOf('=')
  if (cut < 0)
    return { problem: 'Write the folder, “=”, and the editor’s address: /org/site/folder=https://…' }
  const folder = value.slice(0, cut).trim().normalize('NFC').replace(/\/+$/, '')
  const editor = value.slice(cut + 1).trim()
  const segments = folder.split('/').slice(1)
  if (!folder.startsWith('/') || segments.length < 3)
    return {
      problem: 'The folder must begin with a slash and name organization, site and folder: /org/site/folder'
    }
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..'))
    return { problem: 'The folder has an empty part, “.” or “..” in it.' }
  if (editor === '' || /\s/.test(editor))
    return { problem: 'The editor’s address is missing, or has a space in it.' }
  return { binding: { folder, editor } }
}

/** The value of an `editor.path` entry; the inverse of `parseBinding`. */
export function formatBinding({ folder, editor }: EditorBinding): string {
  return `${folder}=${editor}`
}

/** The bindings among the rows of a config's `key`/`value` sheet, in their order; entries that cannot be read are left out. */
export function bindingsIn(rows: readonly Readonly<Record<string, unknown>>[]): EditorBinding[] {
  return rows.flatMap(({ key, value }) => {
    if (typeof key !== 'string' || key.trim() !== BINDING_KEY || typeof value !== 'string') return []
    const reading = parseBinding(value)
    return 'binding' in reading ? [reading.binding] : []
  })
}

/**
 * The binding that decides for a document: the longest folder that it lies in, whole segments only; of two for one folder the
 * first. `null` for documents that are not bound, and for everything that is no HTML document (map A).
 * @param path with or without `.html`
 */
export function bindingFor(bindings: readonly EditorBinding[], path: string): EditorBinding | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (/\.[^.]+$/.test(name) && !name.toLowerCase().endsWith('.html')) return null
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
