import { SegmentedControl } from '@mantine/core'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { type ContentPath, nameOf } from '../../../../common/content/paths'
import { lazyView } from '../../components/lazy-view'
import { Waiting } from '../../components/Waiting'
import { documentAt, type DocumentSession } from '../../documents'
import { registerCommands } from '../../workbench/commands/commands'
import type { EditorProps } from '../../workbench/contributions'
import {
  type PageView,
  changeEditorSettings,
  editorSettings,
  useEditorSettings
} from '../../workbench/editor-settings'
import { FocusIntentProvider, useFocusIntent } from '../../workbench/focus-intent'
import { wantedMetadata } from '../../documents/wanted-metadata'
import { useRead } from '../../state/signal'
import { createStore, useStore } from '../../state/store'
import { pageCommand } from './command-names'
import { words } from './words'
import { beginAt, placeIn } from '../../documents/go-to'

const SourceProblems = lazyView(() =>
  import('./checks/SourceProblems').then((module) => module.SourceProblems)
)
const PageDocument = lazyView(() => import('./PageDocument').then((module) => module.PageDocument))

/**
 * Decides how a page is written in: as its readers see it, or as its source, whichever the person chose last
 * (VE3).
 */
export function PageGate({ path, views, otherwise }: EditorProps) {
  const session = documentAt(path)
  const kind = usePhase(session)
  const { pageView } = useEditorSettings()
  const turns = useTurns()
  const [turnsBefore] = useState(turns)
  const [tries, setTries] = useState(0)
  // a document that is shown in views of its own is no page of this kind
  const isPage = views === null && kind === 'text'
  useEffect(
    () =>
      isPage
        ? registerCommands([{ ...pageCommand('page.turn-view'), run: () => turnView(path) }])
        : undefined,
    [isPage, path]
  )
  const wanted = useStore(wantedMetadata)
  useEffect(() => {
    // its form stands beside the page alone
    if (isPage && wanted?.path === path && pageView === 'source') changeEditorSettings({ pageView: 'page' })
  }, [isPage, path, wanted, pageView])
  if (views !== null) return otherwise(null)
  if (kind === 'loading') return <Waiting what={nameOf(path)} />
  if (kind !== 'text') return otherwise(null)
  const choose = (view: 'page' | 'source') => {
    changeEditorSettings({ pageView: view })
    if (view === 'page') setTries(tries + 1)
  }
  const switched = (view: 'page' | 'source') => <PageViews view={view} onChoose={choose} />
  const asSource = (note?: ReactNode) => (
    <>
      {otherwise(switched('source'), note)}
      <Suspense fallback={null}>
        <SourceProblems session={session} />
      </Suspense>
    </>
  )
  const shown =
    pageView === 'source' ? (
      asSource()
    ) : (
      <Suspense fallback={<Waiting what={nameOf(path)} />}>
        <PageDocument
          key={`${session.id} ${tries}`}
          session={session}
          path={path}
          views={switched('page')}
          asSource={asSource}
        />
      </Suspense>
    )
  return turns === turnsBefore ? shown : <WithFocus key={turns}>{shown}</WithFocus>
}

/** What is turned to by command takes the keyboard as a document does that is opened. */
function WithFocus({ children }: { readonly children: ReactNode }) {
  const intent = useFocusIntent()
  return <FocusIntentProvider value={intent}>{children}</FocusIntentProvider>
}

function usePhase(session: DocumentSession): string {
  return useRead(session, () => session.snapshot().phase.kind)
}

interface PageViewsProps {
  readonly view: PageView
  readonly onChoose: (view: PageView) => void
}

/** Switches between a page and its source. */
function PageViews({ view, onChoose }: PageViewsProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={words.view}
      value={view}
      onChange={(next) => onChoose(next === 'source' ? 'source' : 'page')}
      data={[
        { value: 'page', label: words.page },
        { value: 'source', label: words.source }
      ]}
    />
  )
}

/** How often somebody has turned from one view to the other by command: the keyboard goes along. */
const turns = createStore(0)

const useTurns = (): number => useStore(turns)

/** Shows the page as its source, or as it is read, with the cursor where it was (VE3). */
function turnView(path: ContentPath): void {
  const place = placeIn(path)
  if (place) beginAt(path, place)
  turns.set(turns.now() + 1)
  changeEditorSettings({ pageView: editorSettings().pageView === 'page' ? 'source' : 'page' })
}
