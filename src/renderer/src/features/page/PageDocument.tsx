import { IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { useDocument, type DocumentSession } from '../../documents'
import { Banner } from '../../documents/Banner'
import { Strip } from '../../documents/Strip'
import { canGoTo, cursorMoved, offsetOf, placeAt } from '../../documents/go-to'
import { RightsStrip } from '../../documents/rights/RightsStrip'
import { useRights } from '../../documents/rights/rights'
import { useWritingRefusal } from '../../documents/holds/holds'
import { wantedMetadata } from '../../documents/wanted-metadata'
import { pageOf } from '../../engines/page/open-pages'
import { PageView } from '../../engines/page/PageView'
import { useEditorSettings } from '../../workbench/editor-settings'
import { useWhoChangedInPage } from '../blame'
import { LivePreview } from '../preview'
import { useSignal } from '../../state/signal'
import { PageFind } from './find/PageFind'
import { FormatBar } from './FormatBar'
import { PictureBar, usePictures } from './images'
import { PageMenu } from './PageMenu'
import { PasteStrip } from './paste/PasteStrip'
import { PageToolbar } from './PageToolbar'
import { pageSteps, usePageCommands } from './page-commands'
import { usePageProblems } from './page-problems'
import { useBlockNames } from './blocks/use-block-names'
import { useBlockLibrary } from './library/use-block-library'
import { useSnippetCommands } from './snippets/use-snippets'
import { useLook } from './look/use-look'
import { useLinkCommands } from './links/use-link-commands'
import { SelectionBar } from './chosen/SelectionBar'
import { TextMenu } from './chosen/TextMenu'
import { PickMenu } from './slash/PickMenu'
import { useIslands } from './islands/use-islands'
import { usePageCheck } from './check/use-page-check'
import { usePanelCommands } from './panel/use-panel-commands'
import { useWantedMetadata } from './panel/use-wanted-metadata'
import { askForForm, useShownPage } from './panel/shown-pages'
import { useListCommands } from './lists/use-list-commands'
import { useTokens } from './tokens/use-tokens'
import { usePageSpelling } from './use-page-spelling'
import { words } from './words'
import documentClasses from '../../documents/Document.module.css'
import classes from './PageDocument.module.css'

interface PageDocumentProps {
  readonly session: DocumentSession
  readonly path: ContentPath
  readonly views: ReactNode
  /** In place of it, for a page that cannot be written in as it is read. */
  readonly asSource: (note: ReactNode) => ReactNode
}

/**
 * A page as its readers see it: toolbars, what happened to it meanwhile, the page, and the preview beside it.
 */
export function PageDocument(props: PageDocumentProps) {
  const { session, asSource } = props
  const { buffer } = pageOf(session)
  // asked once: a source that is put right while somebody writes in it does not turn into a page under their
  // hands
  const [atFirst] = useState(() => buffer.look())
  useSignal(buffer.changed)
  const refusal = atFirst ?? buffer.refusal
  useEffect(() => {
    // a page that is no form stays as it is
    if (refusal !== null) wantedMetadata.set(null)
  }, [refusal])
  if (refusal === null) return <OpenPage {...props} />
  return asSource(<Strip tone="calm" icon={<IconInfoCircle size={16} />} text={refusal} />)
}

function OpenPage({ session, path, views }: PageDocumentProps) {
  const { snapshot } = useDocument(path)
  const { buffer, surface } = pageOf(session)
  const { split, formatBar } = useEditorSettings()
  const rights = useRights(path)
  const refusal = useWritingRefusal(path, words.whatIsRead)
  const readOnly = refusal !== null
  useLayoutEffect(() => buffer.takeOver(), [buffer])
  useEffect(
    () =>
      canGoTo(
        path,
        (place, focus) => {
          surface.goToOffset(offsetOf(session.text(), place))
          if (focus) surface.focus()
        },
        () => {
          const offset = surface.offset()
          return offset === null ? null : placeAt(session.text(), offset)
        }
      ),
    [path, session, surface]
  )
  useEffect(() => surface.changed.subscribe(() => cursorMoved.notify(path)), [path, surface])
  usePageCommands(session, surface)
  usePanelCommands()
  useWantedMetadata(path)
  usePageSpelling(surface)
  usePageCheck(surface, buffer)
  useIslands(surface, readOnly)
  useShownPage(path, surface)
  useEffect(() => surface.formAsked.subscribe((of) => askForForm(of)), [surface])
  usePictures(session, surface)
  useLinkCommands(session, surface)
  useBlockNames(surface, path)
  useLook(session, surface)
  useSnippetCommands(surface)
  useBlockLibrary(session, surface, readOnly)
  useWhoChangedInPage(session, () => surface.offset())
  useTokens(session, surface)
  useListCommands(surface)
  usePageProblems(session, surface)
  return (
    <div className={documentClasses.document}>
      <PageToolbar session={session} path={path} surface={surface} readOnly={readOnly} views={views} />
      <div>
        <Banner session={session} snapshot={snapshot} plain={false} />
        <RightsStrip path={path} rights={rights} what={words.whatIsRead} />
        {!readOnly && formatBar && <FormatBar surface={surface} />}
        <PageFind surface={surface} readOnly={readOnly} />
      </div>
      <div className={documentClasses.work} data-split={split || undefined}>
        <PageView surface={surface} readOnly={readOnly} className={classes.page ?? ''} />
        {split && (
          <div className={documentClasses.preview}>
            <LivePreview session={session} />
          </div>
        )}
      </div>
      <PasteStrip session={session} surface={surface} readOnly={readOnly} />
      <PageMenu surface={surface} refusal={refusal} />
      {!readOnly && <SelectionBar surface={surface} />}
      <TextMenu surface={surface} refusal={refusal} />
      <PickMenu surface={surface} path={path} steps={pageSteps} />
      {!readOnly && <PictureBar session={session} surface={surface} />}
      <Said surface={surface} />
    </div>
  )
}

/** What happens in the page, for whoever does not see it. */
function Said({ surface }: { readonly surface: ReturnType<typeof pageOf>['surface'] }) {
  const [said, setSaid] = useState('')
  useEffect(() => surface.said.subscribe(setSaid), [surface])
  return (
    <div role="status" className="visually-hidden">
      {said}
    </div>
  )
}
