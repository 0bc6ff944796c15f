import { Editor, type EditorProps } from '@monaco-editor/react'
import type * as Monaco from 'monaco-editor/editor'
import {
  createContext,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode
} from 'react'
import { createPortal } from 'react-dom'
import classes from '../../documents/Document.module.css'

type CodeEditorInstance = Monaco.editor.IStandaloneCodeEditor

/** What the editor of a pane is to be. */
export interface HostedProps {
  /** Of the model. Another one is another editor. */
  readonly path: string
  readonly theme: string
  readonly options: NonNullable<EditorProps['options']>
  readonly className: string
  /** Once, when the editor has been made and has its model. */
  readonly onCreated: (editor: CodeEditorInstance) => void
}

/** The place of a pane's code editor. It outlives the effects of the view that shows the editor, with which the component would end it. */
export interface EditorHost {
  /** What it shows is worth keeping when another tab is looked at. @returns called when it is shown no longer, or hidden */
  readonly stay: () => () => void
  readonly element: HTMLElement
  readonly subscribe: (hear: () => void) => () => void
  readonly wanted: () => HostedProps | null
  readonly want: (props: HostedProps) => void
  /** Null until the editor of this path is there. */
  readonly editorOf: (path: string) => CodeEditorInstance | null
  readonly made: (path: string, editor: CodeEditorInstance) => void
}

/** @param stays told whether what the pane shows can stay; an end of it may also be that the pane is hidden */
export function openEditorHost(stays: (can: boolean) => void = () => {}): EditorHost {
  const element = document.createElement('div')
  element.className = classes.code ?? ''
  const hearing = new Set<() => void>()
  const tell = () => hearing.forEach((hear) => hear())
  let wanted: HostedProps | null = null
  let made: { readonly path: string; readonly editor: CodeEditorInstance } | null = null
  let views = 0
  return {
    stay: () => {
      views += 1
      stays(true)
      return () => {
        views -= 1
        // by then the pane is hidden, if that is why
        queueMicrotask(() => views === 0 && stays(false))
      }
    },
    element,
    subscribe: (hear) => {
      hearing.add(hear)
      return () => hearing.delete(hear)
    },
    wanted: () => wanted,
    want: (props) => {
      if (made?.path !== props.path) made = null
      wanted = props
      tell()
    },
    editorOf: (path) => (made?.path === path ? made.editor : null),
    made: (path, editor) => {
      made = { path, editor }
      tell()
    }
  }
}

const HostContext = createContext<EditorHost | null>(null)
export const EditorHostProvider = HostContext.Provider

/** Keeps the pane that this is in when another tab is looked at. */
export function useStays(): void {
  const host = useContext(HostContext)
  useLayoutEffect(() => host?.stay(), [host])
}

/** Makes the editor that a host's view wants; to be put beside the view, where no effect ends with it. */
export function HostedEditor({ host }: { readonly host: EditorHost }): ReactNode {
  const wanted = useSyncExternalStore(host.subscribe, host.wanted)
  if (!wanted) return null
  const { path, theme, options, className, onCreated } = wanted
  return createPortal(
    <Editor
      key={path}
      path={path}
      keepCurrentModel
      saveViewState={false}
      theme={theme}
      options={options}
      loading={null}
      className={className}
      onMount={(editor) => {
        onCreated(editor)
        host.made(path, editor)
      }}
    />,
    host.element
  )
}

interface LastingEditorProps {
  readonly host: EditorHost
  readonly className: string
}

/** Where the host's editor is seen. */
function EditorSlot({
  host,
  editor,
  className
}: LastingEditorProps & { readonly editor: CodeEditorInstance | null }) {
  const slot = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => slot.current?.append(host.element), [host])
  useLayoutEffect(() => {
    const { current } = slot
    if (!current || !editor) return
    // the component's own way makes the text of what is hidden five pixels wide, and all of it has to be broken into lines again
    const fit = () => {
      if (current.clientWidth > 0) editor.layout()
    }
    fit()
    const watching = new ResizeObserver(fit)
    watching.observe(current)
    return () => watching.disconnect()
  }, [editor])
  return <div ref={slot} className={className} />
}

/** A code editor that lasts as long as the pane it is in. @returns it, null until it is there, and where it is to be seen */
export function useLastingEditor(
  props: HostedProps,
  frame: string
): readonly [CodeEditorInstance | null, ReactNode] {
  const given = useContext(HostContext)
  const [own] = useState(openEditorHost)
  const host = given ?? own
  const editor = useSyncExternalStore(host.subscribe, () => host.editorOf(props.path))
  useLayoutEffect(() => host.want(props), [host, props])
  return [
    editor,
    <>
      <EditorSlot host={host} editor={editor} className={frame} />
      {!given && <HostedEditor host={own} />}
    </>
  ]
}
