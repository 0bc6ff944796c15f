import { Button, SegmentedControl } from '@mantine/core'
import { IconFileUnknown } from '@tabler/icons-react'
import { useLayoutEffect, type ReactNode } from 'react'
import { isBeyondBounds } from '../../../../../common/bounds'
import { nameOf, type ContentPath, siteOf } from '../../../../../common/content/paths'
import type { Schema } from '../../../../../common/schema'
import { State } from '../../../components/State'
import type { DocumentSession } from '../../../documents'
import { Waiting } from '../../../components/Waiting'
import { findSchema, useSchemas } from '../../../documents/schemas/library'
import { useSignal } from '../../../state/signal'
import classes from './StructuredDocument.module.css'
import { JsonDocument } from '../json/JsonDocument'
import { DeliveredView } from './DeliveredView'
import { DocumentForm } from './DocumentForm'
import { FormToolbar } from './FormToolbar'
import type { FormStore } from '../../../engines/form/store/form-store'
import type { FormDocument } from './form-document'
import { formOf } from './open-forms'
import { SchemaChoice } from './SchemaChoice'
import { SchemaTrouble } from './SchemaTrouble'
import { SessionBanner } from './SessionBanner'
import { RightsStrip } from '../../../documents/rights/RightsStrip'
import { useWritingRefusal } from '../../../documents/holds/holds'
import { useRights } from '../../../documents/rights/rights'
import { chooseView, useChosenView, type DocumentView } from './view-choice'

interface StructuredProps {
  readonly session: DocumentSession
  readonly path: ContentPath
  readonly bound: boolean
  readonly asText: (views: ReactNode) => ReactNode
}

/** One structured document in three views: form, delivered JSON, source. */
export function StructuredDocument(props: StructuredProps) {
  const { session, path, asText } = props
  const form = formOf(session)
  useSignal(form.changed)
  const view = useChosenView(path) ?? 'form'
  const views = <Views path={path} view={view} />
  if (view === 'source') return asText(views)
  return <Open {...props} view={view} views={views} />
}

function Open({
  session,
  path,
  bound,
  view,
  views
}: StructuredProps & { readonly view: DocumentView; readonly views: ReactNode }) {
  const form = formOf(session)
  useLayoutEffect(() => form.takeOver(), [form])
  const schemas = useSchemas(siteOf(path))
  const rights = useRights(path)
  const readOnly = useWritingRefusal(path) !== null
  const note = <RightsStrip path={path} rights={rights} what="document" />
  const reading = form.now()

  if (reading.kind === 'other') {
    return (
      <Frame session={session} path={path} views={views}>
        <State
          icon={<IconFileUnknown size={20} stroke={1.5} />}
          title="This page is not structured content"
          actions={
            <Button variant="default" onClick={() => chooseView(path, 'source')}>
              Open as text
            </Button>
          }
        >
          {bound
            ? `Documents in this folder open in the form editor, but ${nameOf(path)} holds a page of another kind. Nothing in it is changed.`
            : `${nameOf(path)} holds a page of another kind now. Nothing in it is changed.`}
        </State>
      </Frame>
    )
  }
  if (schemas.status === 'loading') return <Waiting what={nameOf(path)} />
  if (reading.kind === 'empty') {
    return (
      <Frame session={session} path={path} views={views}>
        <SchemaChoice
          path={path}
          rights={rights}
          schemas={schemas}
          onChoose={({ id, schema, text }) => schema && form.choose(id, schema, text)}
        />
      </Frame>
    )
  }
  const { schemaName } = reading.document.metadata
  const stored = findSchema(schemas, schemaName)
  const usable = stored?.schema && stored.schema.root.kind !== 'unsupported' ? stored.schema : null
  if (!stored || !usable) {
    if (view === 'json') {
      return (
        <Frame session={session} path={path} views={views}>
          <DeliveredView form={form} session={session} schema={null} />
        </Frame>
      )
    }
    return (
      <Frame session={session} path={path} views={views}>
        <SchemaTrouble
          path={path}
          schemaName={schemaName}
          schemas={schemas}
          stored={stored}
          data={form.data()}
        />
      </Frame>
    )
  }
  const store = storeOrExcess(form, usable, readOnly, stored.text)
  if (!store) return null
  if (typeof store === 'string') {
    return (
      <Frame session={session} path={path} views={views}>
        <State
          icon={<IconFileUnknown size={20} stroke={1.5} />}
          title="This document is too much for a form"
          actions={
            <Button variant="default" onClick={() => chooseView(path, 'source')}>
              Show the source
            </Button>
          }
        >
          {store} Nothing in it is changed.
        </State>
      </Frame>
    )
  }
  if (view === 'json') {
    return <JsonDocument form={form} session={session} path={path} store={store} views={views} note={note} />
  }
  return (
    <DocumentForm
      session={session}
      path={path}
      store={store}
      stored={stored}
      problems={reading.document.problems}
      views={views}
      note={note}
    />
  )
}

/** The form's data, or why there is none (E12). */
function storeOrExcess(
  form: FormDocument,
  schema: Schema,
  readOnly: boolean,
  text: string | null
): FormStore | string | null {
  try {
    return form.storeFor(schema, readOnly, text)
  } catch (error) {
    if (isBeyondBounds(error)) return error.message
    throw error
  }
}

interface FrameProps {
  readonly session: DocumentSession
  readonly path: ContentPath
  readonly views: ReactNode
  readonly children: ReactNode
}

/** Toolbar and banners around what is no form. */
function Frame({ session, path, views, children }: FrameProps) {
  return (
    <div className={classes.document}>
      <FormToolbar session={session} path={path} views={views} />
      <SessionBanner session={session} />
      <div className={classes.plain}>{children}</div>
    </div>
  )
}

function Views({ path, view }: { readonly path: ContentPath; readonly view: DocumentView }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="View of the document"
      value={view}
      onChange={(next) => chooseView(path, next === 'json' || next === 'source' ? next : 'form')}
      data={[
        { value: 'form', label: 'Form' },
        { value: 'json', label: 'JSON' },
        { value: 'source', label: 'Source' }
      ]}
    />
  )
}
