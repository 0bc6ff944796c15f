import { Suspense } from 'react'
import { kindOf, mediaTypeOf } from '../../../common/formats/media/media-types'
import { nameOf, splitName, type ContentPath } from '../../../common/content/paths'
import type { Tab } from '../workbench/workbench'
import { isSchemaHome, StructuredGate } from '../features/forms'
import { lazyView } from '../components/lazy-view'
import { SheetGate } from '../features/sheets'
import { ToolView } from '../features/tools'
import { Failure } from './Failure'
import { FocusIntentProvider, useFocusIntent } from '../workbench/focus-intent'
import { Waiting } from '../components/Waiting'
import classes from './EditorPane.module.css'

const TextDocument = lazyView(() =>
  import('../features/text/TextDocument').then((module) => module.TextDocument)
)
const MediaView = lazyView(() => import('../features/media').then((module) => module.MediaView))
const CompareView = lazyView(() => import('../features/compare').then((module) => module.CompareView))

/** The middle of the window for one tab: a text editor, a picture, a player, or two states side by side. */
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
  if (tab.kind === 'tool') return <ToolView key={tab.tool} tool={tab.tool} path={tab.path} />
  if (tab.kind === 'compare')
    return <CompareView key={tab.id} before={tab.before} after={tab.after} path={tab.path} />
  if (!isText(tab.path) && !isSchemaHome(tab.path)) return <MediaView key={tab.path} path={tab.path} />
  return (
    <StructuredGate
      path={tab.path}
      asText={(views) => (
        <SheetGate path={tab.path} asText={(own) => <TextDocument path={tab.path} views={own ?? views} />} />
      )}
    />
  )
}

/** Files that people can read and write as text; the rest is shown as media. */
export function isText(path: ContentPath): boolean {
  const { ext } = splitName(nameOf(path))
  const kind = kindOf(ext)
  if (kind !== 'other') return kind === 'html' || kind === 'json'
  const type = mediaTypeOf(ext)
  return type.startsWith('text/') || /\/(json|xml|yaml)$/.test(type)
}
