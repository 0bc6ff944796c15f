import type * as Monaco from 'monaco-editor/editor'
import { openEditorHost, type EditorHost } from './editor-host'
import { codeOptions, THEME } from './options'

/** The code editors of a window's panes. One that no pane has is kept, with no text, for the next. */
interface EditorHosts {
  /** The place of this pane's editor, always the same. */
  readonly of: (pane: string) => EditorHost
  /** All, with names that stay. */
  readonly all: () => readonly (readonly [name: string, host: EditorHost])[]
  /** Panes other than these are gone. */
  readonly only: (panes: readonly string[]) => void
  /** Makes an editor for the next pane, when there is none. @returns whether it had to */
  readonly prepare: (monaco: typeof Monaco) => boolean
}

/** @param stays told whether what a pane shows is worth keeping when another one is looked at */
export function openEditorHosts(stays: (pane: string, can: boolean) => void): EditorHosts {
  const inUse = new Map<string, EditorHost>()
  let free: readonly EditorHost[] = []
  const names = new Map<EditorHost, string>()
  const open = () => {
    const host = openEditorHost()
    names.set(host, `editor-${crypto.randomUUID()}`)
    return host
  }
  const take = () => {
    const [first, ...rest] = free
    free = rest
    return first ?? open()
  }
  return {
    of: (pane) => {
      const known = inUse.get(pane)
      if (known) return known
      const host = take()
      host.belong((can) => stays(pane, can))
      inUse.set(pane, host)
      return host
    },
    all: () => [...names].map(([host, name]) => [name, host]),
    only: (panes) => {
      for (const [pane, host] of inUse) {
        if (panes.includes(pane)) continue
        inUse.delete(pane)
        if (host.leave() && free.length === 0) free = [host]
        else names.delete(host)
      }
    },
    prepare: (monaco) => {
      if (free.length > 0) return false
      const host = open()
      const model = monaco.editor.createModel('', 'plaintext')
      host.want({
        model,
        theme: THEME,
        options: { ...codeOptions, automaticLayout: false },
        onShown: () => {
          host.leave()
          model.dispose()
        }
      })
      free = [host]
      return true
    }
  }
}
