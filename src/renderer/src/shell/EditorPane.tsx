import { use, Suspense, type ReactNode } from 'react'
import { type ToolViewProps, type Tool, editorsOf, toolNamed, type Editor } from '../workbench/contributions'
import { nameOf, type ContentPath } from '../../../common/content/paths'
import { Waiting } from '../components/Waiting'
import { FocusIntentProvider, useFocusIntent } from '../workbench/focus-intent'
import type { Tab } from '../workbench/workbench'
import { Failure } from './Failure'
import { Placed } from './Placed'
import classes from './EditorPane.module.css'

/** The middle of the window for one tab: a document in its editor, a tool, or two states side by side. */
export function EditorPane({ tab }: { readonly tab: Tab }) {
  const intent = useFocusIntent()
  return (
    <section className={classes.pane} aria-label={nameOf(tab.path)}>
      <FocusIntentProvider value={intent}>
        <Failure>
          <Suspense fallback={<Waiting what={nameOf(tab.path)} />}>
            <Content tab={tab} />
          </Suspense>
        </Failure>
      </FocusIntentProvider>
    </section>
  )
}

function Content({ tab }: { readonly tab: Tab }) {
  if (tab.kind === 'tool') {
    const tool = toolNamed(tab.tool)
    return tool && <ToolView key={tab.tool} tool={tool} path={tab.path} />
  }
  if (tab.kind === 'compare') {
    const { path, before, after } = tab
    return <Placed key={tab.id} at="comparison" with={{ path, before, after }} />
  }
  return <InEditor path={tab.path} editors={editorsOf(tab.path)} views={null} note={null} />
}

interface InEditorProps {
  readonly path: ContentPath
  readonly editors: readonly Editor[]
  readonly views: ReactNode
  readonly note: ReactNode
}

/** A document in the first of these editors that takes it. */
function InEditor({ path, editors: [first, ...others], views, note }: InEditorProps): ReactNode {
  if (!first) return null
  return (
    <first.View
      key={first.id}
      path={path}
      views={views}
      note={note}
      otherwise={(own, said) => (
        <InEditor path={path} editors={others} views={own ?? views} note={said ?? note} />
      )}
    />
  )
}

/**
 * The view of one tool. While it loads it suspends; a failed load is thrown, and tried again when it is next
 * shown.
 */
function ToolView({ tool, path }: ToolViewProps & { readonly tool: Tool }) {
  const View = use(tool.load())
  // eslint-disable-next-line react-hooks/static-components -- loaded once, so it is the same component at every render
  return <View path={path} />
}
