import type { Icon } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import type { WorkspaceInfo } from '../../../common/api/types'
import type { StartState } from '../../../common/bridge'
import type { ContentPath } from '../../../common/content/paths'
import type { NamedCommand } from './commands/commands'
import { bringViewCommands } from './commands/view-commands'
import type { StateRef } from './workbench'

/**
 * What a feature brings to the window. `shell/features.ts` lists the features; nothing else names them all.
 */
export interface Feature {
  readonly editors?: readonly Editor[]
  /** By their names: each has the address `#/{name}{path}` and is opened with `openTool`. */
  readonly tools?: Readonly<Record<string, Tool>>
  readonly panels?: readonly Panel[]
  /**
   * What its views can do, without how: known before one of them is open, so that the keys can be chosen at
   * any time.
   */
  readonly viewCommands?: readonly NamedCommand[]
  readonly parts?: { readonly [K in keyof Parts]?: ComponentType<Parts[K]> }
}

/** A way to show documents in the middle of the window. */
export interface Editor {
  readonly id: string
  /** Whether it may be one for this file; what is in the file it decides when it is shown. */
  readonly matches: (path: ContentPath) => boolean
  /** The highest that matches is asked first. */
  readonly priority: number
  readonly View: ComponentType<EditorProps>
  /** What its tab is called; without it, the file's name. */
  readonly title?: string
  /** What it shows has no history of its own. */
  readonly isWithoutHistory?: true
}

export interface EditorProps {
  readonly path: ContentPath
  /** Switches to other views of the same document, for its toolbar. */
  readonly views: ReactNode
  /** What the editor before, which did not take the document, has to say about it. */
  readonly note?: ReactNode
  /**
   * In place of the editor, for a document that is none of its: the next one that matches. `views` switches
   * back.
   */
  readonly otherwise: (views: ReactNode, note?: ReactNode) => ReactNode
}

/** A view of the middle of the window that is no document, of an organization, site, folder or file. */
export interface Tool {
  /** The tab's title. */
  readonly title: (path: ContentPath) => string
  readonly icon: Icon
  /** The view; loaded when it is first shown. */
  readonly load: () => Promise<ComponentType<ToolViewProps>>
  /** What it shows stays when the file goes. */
  readonly outlivesFile?: true
}

export interface ToolViewProps {
  /** What the tool was opened for; it follows when that moves. */
  readonly path: ContentPath
}

/** A panel of the inspector. */
export interface Panel {
  readonly id: string
  readonly title: string
  readonly shortcut: string
  readonly View: ComponentType<{ readonly path: ContentPath | null }>
  /** A number beside its title; 0 is not shown. */
  readonly count?: {
    readonly of: (path: ContentPath | null) => number
    readonly subscribe: (listener: () => void) => () => void
  }
}

/** Places of the frame, with what the frame tells to what stands there. */
export interface Parts {
  /**
   * Nothing that is seen: brings commands, and follows what has to be followed while the workbench is shown.
   */
  readonly background: { readonly workspace: WorkspaceInfo }
  /** Above everything, in the list of notices. */
  readonly notice: object
  /** Below the notices, as wide as the window. */
  readonly banner: object
  readonly sidebar: object
  /** Over everything, when it is asked for. */
  readonly overlay: object
  /** In place of the tabs' content. */
  readonly trash: { readonly site: ContentPath | null }
  /** Two states of a file, or one. */
  readonly comparison: { readonly path: ContentPath; readonly before: StateRef; readonly after: StateRef }
  /** In the status bar, of the document that is shown. */
  readonly documentMark: { readonly path: ContentPath; readonly className: string | undefined }
  /** In the status bar, of the workspace. */
  readonly mark: { readonly className: string | undefined }
  /** Before a workspace is open. */
  readonly chooseWorkspace: {
    readonly state: Extract<StartState, { kind: 'choose' }>
    /** A workspace is open now. */
    readonly onOpened: () => void
  }
  /** Of a workspace that nobody owns yet. */
  readonly firstStart: object
}

/** As a background: what a hook does, for as long as the workbench is shown. */
export const whileShown = (useIt: (workspace: WorkspaceInfo) => void): ComponentType<Parts['background']> =>
  function WhileShown({ workspace }) {
    useIt(workspace)
    return null
  }

let features: readonly Feature[] = []
let editors: readonly Editor[] = []

/**
 * Takes what the features bring, once, before anything is drawn. The order is that of panels, marks and
 * commands.
 */
export function contribute(all: readonly Feature[]): void {
  features = all
  bringViewCommands(all.flatMap((feature) => feature.viewCommands ?? []))
  editors = all.flatMap((feature) => feature.editors ?? []).sort((a, b) => b.priority - a.priority)
}

/** The editors for a file, the first to be asked first. */
export const editorsOf = (path: ContentPath): readonly Editor[] =>
  editors.filter((editor) => editor.matches(path))

/** The tool of this name; undefined when no feature brings one. */
export function toolNamed(name: string): Tool | undefined {
  for (const { tools } of features) if (tools && Object.hasOwn(tools, name)) return tools[name]
  return undefined
}

export const panels = (): readonly Panel[] => features.flatMap((feature) => feature.panels ?? [])

export const partsAt = <K extends keyof Parts>(place: K): readonly ComponentType<Parts[K]>[] =>
  features.flatMap(({ parts }) => parts?.[place] ?? [])
