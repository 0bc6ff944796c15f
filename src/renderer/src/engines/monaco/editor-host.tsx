import { Editor, type EditorProps } from '@monaco-editor/react'
import type * as Monaco from 'monaco-editor/editor'
import { createContext, useContext, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { createSignal, useRead } from '../../state/signal'
import classes from '../../documents/Document.module.css'

type CodeEditorInstance = Monaco.editor.IStandaloneCodeEditor

/** An editor whose pane is gone is empty by then, milliseconds. */
const LATEST = 1_000

/** What the editor of a pane is to be. */
interface HostedProps {
  /** Another one is another document in the same editor. */
  readonly model: Monaco.editor.ITextModel
  readonly theme: string
  readonly options: NonNullable<EditorProps['options']>
  /** Each time that the editor has come to the model. */
  readonly onShown: (editor: CodeEditorInstance) => void
}

/**
 * The place of a pane's code editor. It outlives the effects of the view that shows the editor, with which
 * the component would end it, and goes on to another pane when its own is there no longer: an editor is
 * quicker given another text than made.
 */
export interface EditorHost {
  /**
   * What it shows is worth keeping when another tab is looked at.
   * @returns called when it is shown no longer, or hidden
   */
  readonly stay: () => () => void
  readonly element: HTMLElement
  readonly subscribe: (hear: () => void) => () => void
  readonly wanted: () => HostedProps | null
  readonly want: (props: HostedProps) => void
  /** Null while it does not show this text. */
  readonly editorOf: (model: Monaco.editor.ITextModel) => CodeEditorInstance | null
  readonly made: (editor: CodeEditorInstance) => void
  /**
   * It belongs to a pane, which is told whether what it shows can stay; an end of it may also be that the
   * pane is hidden.
   */
  readonly belong: (stays: (can: boolean) => void) => void
  /** The pane is gone. @returns whether it has an editor for another one */
  readonly leave: () => boolean
}

export function openEditorHost(): EditorHost {
  const element = document.createElement('div')
  element.className = classes.code ?? ''
  const { subscribe, notify } = createSignal<void>()
  let wanted: HostedProps | null = null
  let editor: CodeEditorInstance | null = null
  let shown: Monaco.editor.ITextModel | null = null
  let stays: (can: boolean) => void = () => {}
  let views = 0
  let isLeft = false
  /** What was looked for in the document that is gone is not looked for in the next. */
  const forget = () => {
    if (isLeft) editor?.trigger('galley', 'closeFindWidget', null)
    isLeft = false
  }
  const show = () => {
    if (!editor || !wanted || shown === wanted.model) return
    forget()
    if (editor.getModel() !== wanted.model) {
      editor.updateOptions(wanted.options)
      editor.setModel(wanted.model)
    }
    shown = wanted.model
    wanted.onShown(editor)
  }
  return {
    stay: () => {
      const told = stays
      views += 1
      told(true)
      return () => {
        views -= 1
        // by then the pane is hidden, if that is why
        queueMicrotask(() => views === 0 && told(false))
      }
    },
    element,
    subscribe,
    wanted: () => wanted,
    want: (props) => {
      wanted = props
      show()
      notify()
    },
    editorOf: (model) => (shown === model ? editor : null),
    made: (created) => {
      editor = created
      created.onDidDispose(() => (editor = null))
      show()
      notify()
    },
    belong: (told) => {
      stays = told
    },
    leave: () => {
      stays = () => {}
      shown = null
      isLeft = editor !== null
      // the pane that comes may take it at once, and has no time for that
      setTimeout(() => {
        if (!isLeft) return
        forget()
        editor?.setModel(null)
      }, LATEST)
      return isLeft
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
  const wanted = useRead(host, host.wanted)
  if (!wanted) return null
  const { model, theme, options } = wanted
  return createPortal(
    <Editor
      path={model.uri.toString()}
      keepCurrentModel
      saveViewState={false}
      theme={theme}
      options={options}
      loading={null}
      className={classes.code ?? ''}
      onMount={host.made}
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
    // The component's own way makes the text of what is hidden five pixels wide, and all of it has to be
    // broken into lines again. The first answer comes before the frame is painted, when the window is laid
    // out: to ask here would lay it out once more.
    const watching = new ResizeObserver(([seen]) => {
      const { width = 0, height = 0 } = seen?.contentRect ?? {}
      if (width > 0) editor.layout({ width, height })
    })
    watching.observe(current)
    return () => watching.disconnect()
  }, [editor])
  return <div ref={slot} className={className} />
}

/**
 * A code editor that lasts as long as the pane it is in.
 * @returns it, null until it is there, and where it is to be seen
 */
export function useLastingEditor(
  props: HostedProps,
  frame: string
): readonly [CodeEditorInstance | null, ReactNode] {
  const given = useContext(HostContext)
  const [own] = useState(openEditorHost)
  const host = given ?? own
  const editor = useRead(host, () => host.editorOf(props.model))
  useLayoutEffect(() => host.want(props), [host, props])
  return [
    editor,
    <>
      <EditorSlot host={host} editor={editor} className={frame} />
      {!given && <HostedEditor host={own} />}
    </>
  ]
}
