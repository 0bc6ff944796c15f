import type * as Monaco from 'monaco-editor/editor'
import { useMemo, useState, type ReactNode } from 'react'
import { nameOf, type ContentPath } from '../../../../common/content/paths'
import { useWhoChangedInText } from '../blame'
import { useDocument } from '../../documents'
import { LivePreview } from '../preview'
import { PublishActions, PublishedStill } from '../publishing'
import { isIndexDefinition, QueryIndexPane } from '../query-index'
import { Banner } from '../../documents/Banner'
import { NotOpened } from '../../documents/rights/NotOpened'
import { RightsStrip } from '../../documents/rights/RightsStrip'
import { useWritingRefusal } from '../../documents/holds/holds'
import { useRights } from '../../documents/rights/rights'
import { CodeEditor } from '../../engines/monaco/CodeEditor'
import { useDocumentCommands } from './document-commands'
import { useLinks } from './use-links'
import { useStays } from '../../engines/monaco/editor-host'
import { GoneState } from '../../documents/GoneState'
import { languageOf, PLAIN_ABOVE } from '../../engines/monaco/models'
import { useEditorSettings } from '../../workbench/editor-settings'
import { Toolbar } from './Toolbar'
import { Waiting } from '../../components/Waiting'
import classes from '../../documents/Document.module.css'

interface TextDocumentProps {
  readonly path: ContentPath
  /** Switches to other views of the same document. */
  readonly views?: ReactNode
  /** What is said about it above the text. */
  readonly note?: ReactNode
}

/**
 * A text document: toolbar, what happened to it meanwhile, the editor, and for HTML the preview beside it.
 */
export function TextDocument({ path, views, note }: TextDocumentProps) {
  const { session, snapshot } = useDocument(path)
  const settings = useEditorSettings()
  const [editor, setEditor] = useState<Monaco.editor.IStandaloneCodeEditor | null>(null)
  const language = languageOf(path)
  const rights = useRights(path)
  const isText = snapshot.phase.kind !== 'bytes'
  const refusal = useWritingRefusal(path)
  const readOnly = !isText || refusal !== null
  const plain = useMemo(
    () => snapshot.phase.kind !== 'loading' && session.text().length > PLAIN_ABOVE,
    [session, snapshot.phase]
  )
  useDocumentCommands({ session, editor, language })
  useWhoChangedInText(session, editor)
  const isThere = snapshot.phase.kind !== 'missing'
  useLinks({ path, session }, isThere ? editor : null, readOnly)
  useStays()

  if (snapshot.phase.kind === 'loading') return <Waiting what={nameOf(path)} />
  if (snapshot.phase.kind === 'missing')
    return (
      <GoneState path={path}>
        <PublishedStill path={path} />
      </GoneState>
    )
  if (snapshot.phase.kind === 'failed') {
    const { message, reason } = snapshot.phase
    return (
      <NotOpened
        path={path}
        why={message}
        isRefused={reason === 'forbidden'}
        onAgain={() => void session.look()}
      />
    )
  }
  const split = settings.split && language === 'html' && isText
  const definition = isIndexDefinition(path) && isText
  return (
    <div className={classes.document}>
      <Toolbar
        session={session}
        path={path}
        language={language}
        editor={editor}
        isText={isText}
        readOnly={readOnly}
        views={views}
        actions={<PublishActions path={path} flush={() => session.flush()} />}
      />
      <div>
        {note}
        <Banner session={session} snapshot={snapshot} plain={plain} />
        <RightsStrip path={path} rights={rights} what="document" />
      </div>
      <div className={classes.work} data-split={split || definition || undefined}>
        <CodeEditor
          key={session.id}
          session={session}
          wrap={settings.wrap}
          readOnly={readOnly}
          onEditor={setEditor}
        />
        {split && (
          <div className={classes.preview}>
            <LivePreview session={session} />
          </div>
        )}
        {definition && (
          <div className={classes.preview}>
            <QueryIndexPane session={session} editor={editor} />
          </div>
        )}
      </div>
    </div>
  )
}
