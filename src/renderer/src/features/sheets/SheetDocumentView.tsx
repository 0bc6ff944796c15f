import { createEntries, useSelected } from '../../state/store'
import { type ContentPath, nameOf, splitName } from '../../../../common/content/paths'
import { Button, SegmentedControl } from '@mantine/core'
import { IconTableOff } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, type ReactNode } from 'react'
import { State } from '../../components/State'
import { type DocumentSession, perDocument } from '../../documents'
import { Banner } from '../../documents/Banner'
import { canGoToData, type goTo, offsetOf } from '../../documents/go-to'
import { whichAddress } from '../../documents/links/which-address'
import { RightsStrip } from '../../documents/rights/RightsStrip'
import { useWritingRefusal } from '../../documents/holds/holds'
import { useRights } from '../../documents/rights/rights'
import { useTypedAhead } from '../../workbench/focus-intent'
import { useWhoChangedInGrid } from '../blame'
import { chosenAddress, goToCell, goToText, SheetEditor, type SheetStore } from '../../engines/grid'
import { useRead, useSignal } from '../../state/signal'
import { useCellLinks } from './cell-links'
import { SheetToolbar } from './SheetToolbar'
import classes from './SheetDocumentView.module.css'
import { useSheetCommands } from './sheet-commands'
import { SheetDocument } from './sheet-document'

interface SheetDocumentProps {
  readonly session: DocumentSession
  readonly path: ContentPath
  readonly asText: (views: ReactNode) => ReactNode
}

/** A document of sheets in two views: its grid, and the stored text. */
export function SheetDocumentView({ session, path, asText }: SheetDocumentProps) {
  const view = useChosenView(path)
  const views = <Views path={path} view={view} />
  if (view === 'source') return asText(views)
  return <Grid session={session} path={path} views={views} />
}

interface GridProps {
  readonly session: DocumentSession
  readonly path: ContentPath
  readonly views: ReactNode
}

function Grid({ session, path, views }: GridProps) {
  const sheets = sheetsOf(session)
  const rights = useRights(path)
  const isReadOnly = useWritingRefusal(path) !== null
  useSignal(sheets.changed)
  useLayoutEffect(() => sheets.takeOver(), [sheets])
  const takesFocus = useTypedAhead()
  const find = useSheetCommands(session, sheets)
  const whoChanged = useWhoChangedInGrid(path, sheets.store)
  const opened = sheets.now()
  const store = 'store' in opened ? opened.store : null
  useLayoutEffect(() => store?.lock(isReadOnly), [store, isReadOnly])
  useEffect(
    () =>
      store
        ? canGoToData(
            path,
            (place, focus) => goToPlace(session, store, place, focus),
            () => chosenAddress(store)
          )
        : undefined,
    [session, path, store]
  )
  const { kinds, links } = useCellLinks(path)
  return (
    <div className={classes.document}>
      <SheetToolbar session={session} path={path} store={store} views={views} />
      <div>
        <SessionBanner session={session} />
        <RightsStrip path={path} rights={rights} what="sheet" />
      </div>
      {'store' in opened ? (
        <SheetEditor
          store={opened.store}
          label={splitName(nameOf(path)).name}
          find={find}
          takesFocus={takesFocus}
          onWhoChanged={whoChanged}
          kinds={kinds}
          links={links}
          company={session.company}
        />
      ) : (
        <State
          tone="bad"
          icon={<IconTableOff size={20} stroke={1.5} />}
          title={
            opened.refusal === 'other'
              ? 'This file holds no sheets any more'
              : 'This file cannot be shown as sheets'
          }
          actions={<Button onClick={() => chooseView(path, 'source')}>Open the source</Button>}
        >
          {opened.message} Nothing in it is changed. Put it right in the source, then come back to the sheet.
        </State>
      )}
    </div>
  )
}

/** Shows a cell, or the one that holds the address at a place of the source. */
function goToPlace(
  session: DocumentSession,
  store: SheetStore,
  place: Parameters<typeof goTo>[1],
  focus: boolean
): void {
  let isThere = false
  if ('sheet' in place) isThere = goToCell(store, place)
  else if ('line' in place) {
    const text = session.text()
    const address = whichAddress(session.path, text, offsetOf(text, place))
    isThere = address !== null && goToText(store, address.value, address.nth)
  }
  if (isThere && focus && store.sheet) store.stateOf(store.sheet.id).focus()
}

/** What happened to the document meanwhile: the same words as for text. */
function SessionBanner({ session }: { readonly session: DocumentSession }) {
  const snapshot = useRead(session, session.snapshot)
  return <Banner session={session} snapshot={snapshot} plain={false} />
}

function Views({ path, view }: { readonly path: ContentPath; readonly view: View }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="View of the document"
      value={view}
      onChange={(next) => chooseView(path, next === 'source' ? next : 'sheet')}
      data={[
        { value: 'sheet', label: 'Sheet' },
        { value: 'source', label: 'Source' }
      ]}
    />
  )
}

/** How a document of sheets is looked at: its grid, or the stored text. */
type View = 'sheet' | 'source'
const chosen = createEntries<ContentPath, View>()
const chooseView = chosen.put

/** What the person chose for this document since the window was opened; the grid before. */
function useChosenView(path: ContentPath): View {
  return useSelected(chosen, (views) => views.get(path) ?? 'sheet')
}

/**
 * The sheets of an open document; they live as long as the document, and with them what can be taken back.
 */
const sheetsOf = perDocument(
  (session) => new SheetDocument(session),
  (sheets) => sheets.close()
)
