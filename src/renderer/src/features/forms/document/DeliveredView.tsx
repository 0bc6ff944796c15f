import { useEffect, useState } from 'react'
import type { Schema } from '../../../../../common/schema'
import { toDelivered } from '../../../../../common/formats/structured'
import { useRevision, type DocumentSession } from '../../../documents'
import { CodeText } from '../../../engines/monaco/CodeText'
import type { FormDocument } from './form-document'
import classes from './StructuredDocument.module.css'

interface DeliveredTextProps {
  readonly form: FormDocument
  readonly session: DocumentSession
  readonly schema: Schema | null
}

/** The data while its schema is not to be had: as developers would read it, and nothing can be changed. */
export function DeliveredView(props: DeliveredTextProps) {
  return (
    <div className={classes.delivered}>
      <div className={classes.deliveredHead}>
        <p>
          Without its schema the data can only be looked at. The source can be changed, and nothing in it is
          lost.
        </p>
      </div>
      <DeliveredText {...props} />
    </div>
  )
}

/** The data as developers will read it once the document is published. */
export function DeliveredText({ form, session, schema }: DeliveredTextProps) {
  const revision = useRevision(session)
  const [text, setText] = useState(() => deliveredText(form, schema))
  useEffect(() => {
    const timer = setTimeout(() => setText(deliveredText(form, schema)), 150)
    return () => clearTimeout(timer)
  }, [form, schema, revision])
  return <CodeText text={text} language="json" label="Delivered JSON" />
}

export function deliveredText(form: FormDocument, schema: Schema | null): string {
  const { metadata } = form
  if (!metadata) return ''
  return JSON.stringify(toDelivered({ metadata, data: form.data() }, schema).data, null, 2)
}
