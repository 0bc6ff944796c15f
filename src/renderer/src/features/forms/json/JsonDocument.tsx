import { Button, SegmentedControl } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type * as Monaco from 'monaco-editor/editor'
import { useCallback, useState, type ReactNode } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import type { DocumentSession } from '../../../documents'
import { useDocumentCommands } from '../../text'
import { DeliveredText, deliveredText } from '../document/DeliveredView'
import { FormToolbar } from '../document/FormToolbar'
import type { FormDocument } from '../document/form-document'
import { SessionBanner } from '../document/SessionBanner'
import classes from '../document/StructuredDocument.module.css'
import type { FormStore } from '../../../engines/form/store/form-store'
import { JsonEditor } from './JsonEditor'
import { JsonState } from './JsonState'

type Shown = 'data' | 'delivered'

interface JsonDocumentProps {
  readonly form: FormDocument
  readonly session: DocumentSession
  readonly path: ContentPath
  readonly store: FormStore
  readonly views: ReactNode
  /** What this person may not do here. */
  readonly note: ReactNode
}

/**
 * The document's data as JSON: the same as the form, for those who would rather type it; and what will be
 * delivered of it.
 */
export function JsonDocument({ form, session, path, store, views, note }: JsonDocumentProps) {
  const [shown, setShown] = useState<Shown>('data')
  const [editor, setEditor] = useState<Monaco.editor.IStandaloneCodeEditor | null>(null)
  useDocumentCommands({ session, editor, language: 'json' })
  const nextError = useCallback(
    (step: 1 | -1) => {
      editor?.focus()
      void editor?.getAction(step === 1 ? 'editor.action.marker.next' : 'editor.action.marker.prev')?.run()
    },
    [editor]
  )
  const { json } = form
  return (
    <div className={classes.document}>
      <FormToolbar
        session={session}
        path={path}
        views={views}
        {...(shown === 'data' ? { form: { store, nextError, steps: false } } : {})}
      />
      <div>
        <SessionBanner session={session} />
        {note}
      </div>
      <div className={classes.delivered}>
        <div className={classes.deliveredHead}>
          <SegmentedControl
            size="xs"
            aria-label="What is shown as JSON"
            value={shown}
            onChange={(next) => setShown(next === 'delivered' ? 'delivered' : 'data')}
            data={[
              { value: 'data', label: 'Data' },
              { value: 'delivered', label: 'As delivered' }
            ]}
          />
          {shown === 'delivered' ? (
            <p>What the delivery address answers once this is published. Empty values are left out.</p>
          ) : (
            <JsonState json={json} readOnly={store.readOnly} />
          )}
          <CopyJson textOf={() => (shown === 'data' ? json.text : deliveredText(form, store.schema))} />
        </div>
        {shown === 'data' ? (
          <JsonEditor session={session} json={json} store={store} onEditor={setEditor} />
        ) : (
          <DeliveredText form={form} session={session} schema={store.schema} />
        )}
      </div>
    </div>
  )
}

function CopyJson({ textOf }: { readonly textOf: () => string }) {
  const clipboard = useClipboard({ timeout: 1_000 })
  return (
    <Button variant="default" size="compact-sm" onClick={() => clipboard.copy(textOf())}>
      {clipboard.copied ? 'Copied' : 'Copy JSON'}
    </Button>
  )
}
