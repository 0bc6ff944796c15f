import { Button, CopyButton } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Schema } from '../../../../../common/schema'
import { toDelivered } from '../../../../../common/structured'
import type { DocumentSession } from '../../documents'
import { CodeText } from './CodeText'
import type { FormDocument } from './form-document'
import classes from './StructuredDocument.module.css'

interface DeliveredViewProps {
  readonly form: FormDocument
  readonly session: DocumentSession
  readonly schema: Schema | null
}

/** The data as developers will read it once the document is published. */
export function DeliveredView({ form, session, schema }: DeliveredViewProps) {
  const revision = useSyncExternalStore(session.subscribe, () => session.snapshot().revision)
  const [text, setText] = useState(() => delivered(form, schema))
  useEffect(() => {
    const timer = setTimeout(() => setText(delivered(form, schema)), 150)
    return () => clearTimeout(timer)
  }, [form, schema, revision])
  return (
    <div className={classes.delivered}>
      <div className={classes.deliveredHead}>
        <p>What the delivery address answers once this is published. Empty values are left out.</p>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-sm" onClick={copy}>
              {copied ? 'Copied' : 'Copy JSON'}
            </Button>
          )}
        </CopyButton>
      </div>
      <CodeText text={text} language="json" label="Delivered JSON" />
    </div>
  )
}

function delivered(form: FormDocument, schema: Schema | null): string {
  const { metadata } = form
  if (!metadata) return ''
  return JSON.stringify(toDelivered({ metadata, data: form.data() }, schema).data, null, 2)
}
